import type { Page } from '@playwright/test';
import { addStock, calculate, signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const chart = (page: Page) => page.getByRole('application');
const figure = (page: Page) => page.getByRole('figure', { name: /^Price and volume chart of/ });

async function openWithStudies(page: Page): Promise<void> {
  await page.goto('/stocks/AAPL');
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  for (const choice of [/: SMA 20/, /: RSI 14/]) {
    await page.getByRole('switch', { name: choice }).press('Space');
  }
}

test.beforeEach(async ({ page, api, account }) => {
  await addStock(api, account, 'AAPL');
  for (const indicator of ['SMA', 'RSI']) await calculate(api, account, 'AAPL', indicator);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, account);
});

test('resizes its panes, above the fold of a small laptop, and keeps the focus when a line is removed', async ({
  page,
}) => {
  await openWithStudies(page);
  await page.getByRole('button', { name: 'Hide Indicators' }).click();
  await page.evaluate(() => scrollTo(0, 0));
  const removeRsi = page.getByRole('button', { name: /^Remove RSI/ });
  await expect(removeRsi).toBeVisible();
  await expect(figure(page)).toBeInViewport({ ratio: 1 });

  const separator = figure(page).getByRole('separator').first();
  await separator.focus();
  await expect(separator).toHaveAttribute('aria-valuenow', '70');
  // Waits until it rests in its place.
  await separator.hover({ trial: true });
  const before = (await separator.boundingBox())?.y ?? 0;
  for (const _ of [1, 2]) await page.keyboard.press('ArrowUp');
  await expect(separator).toHaveAttribute('aria-valuenow', '60');
  await expect.poll(async () => (await separator.boundingBox())?.y).toBeLessThan(before - 20);
  await page.keyboard.press('ArrowDown');
  await expect(separator).toHaveAttribute('aria-valuenow', '65');

  await removeRsi.press('Enter');
  await expect(removeRsi).toHaveCount(0);
  await expect(chart(page)).toBeFocused();
  await page.getByRole('button', { name: /^Remove SMA/ }).click();
  await expect(page.getByRole('region', { name: 'Price chart' })).toBeFocused();

  await chart(page).press('a');
  await expect(page.getByLabel('Signal when the price touches')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chart(page)).toBeFocused();
});

test('keeps the focus while an indicator is edited, which Escape leaves', async ({ page, server }) => {
  await openWithStudies(page);
  const edit = page.getByRole('button', { name: 'Edit SMA 20' });
  const parameter = page.getByRole('form', { name: 'Edit SMA 20' }).getByLabel('Period');
  await edit.press('Enter');
  await expect(parameter).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await parameter.fill('30');
  const release = await server.hold('indicators.task');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Calculating...', exact: true })).toBeVisible();
  await expect(parameter).toBeFocused();
  release();
  await expect(page.getByRole('button', { name: 'Edit SMA 30' })).toBeVisible();
  await expect(edit).toBeFocused();
});
