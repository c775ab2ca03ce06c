import type { Locator, Page } from '@playwright/test';

/** The notes on the page of a stock. */
export function notesCard(page: Page): Locator {
  return page.getByRole('region', { name: 'Notes' });
}
