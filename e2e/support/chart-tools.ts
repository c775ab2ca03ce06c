import type { Page } from '@playwright/test';

/** Presses a tool of the chart, which is in `More` where the row of tools has no room for it. */
export async function pressTool(page: Page, name: string): Promise<void> {
  const tool = page.getByRole('button', { name, exact: true });
  const more = page.getByRole('button', { name: 'More', exact: true });
  await tool.or(more).first().waitFor();
  if (!(await tool.isVisible())) await more.click();
  await tool.click();
}
