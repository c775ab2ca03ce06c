import type { Page } from '@playwright/test';
import { addStock, calculate } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const menu = (page: Page) => page.getByRole('button', { name: 'My studies' });
/** The legends on the chart, with the parameters. */
const studies = [/^SMA 20/, /^RSI 14/];
const panel = (page: Page) => page.getByRole('dialog', { name: 'My studies' });

/** Chooses from the menu of a set. */
async function choose(page: Page, set: string, action: string): Promise<void> {
  await panel(page)
    .getByRole('button', { name: `Menu of ${set}` })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('saves the indicators on the chart, applies them to another stock, and renames and deletes the set', async ({
  page,
  api,
  account,
}) => {
  for (const symbol of ['MSFT', 'AAPL']) await addStock(api, account, symbol);
  for (const indicator of ['SMA', 'RSI']) await calculate(api, account, 'AAPL', indicator);
  await page.goto('/stocks/AAPL');
  await page.getByRole('button', { name: 'Show Indicators' }).click();
  await expect(page.getByRole('switch')).toHaveCount(2);
  for (const choice of await page.getByRole('switch').all()) await choice.press('Space');
  await menu(page).click();
  await panel(page).getByLabel('Save the 2 indicators on the chart as').fill('Trend');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('button', { name: /^Trend/ })).toContainText('RSI 14 · SMA 20');

  await page.goto('/stocks/MSFT');
  await menu(page).click();
  await panel(page)
    .getByRole('button', { name: /^Trend/ })
    .click();
  await expect(panel(page)).toHaveCount(0);
  await expect(menu(page)).toBeFocused();
  const chart = page.getByRole('region', { name: 'Price chart' });
  for (const name of studies) await expect(chart.getByText(name).first()).toBeVisible();
  await page.reload();
  for (const name of studies) await expect(chart.getByText(name).first()).toBeVisible();

  await menu(page).click();
  await choose(page, 'Trend', 'Rename');
  await panel(page).getByLabel('New name of Trend').fill('Long trend');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('button', { name: /^Long trend/ })).toBeVisible();
  await choose(page, 'Long trend', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await expect(panel(page)).toHaveCount(0);
  await menu(page).click();
  await expect(panel(page).getByText('Save the indicators on the chart as a set')).toBeVisible();
});
