import type { Page } from '@playwright/test';
import { addStock, calculate } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const menu = (page: Page) => page.getByRole('button', { name: 'Indicators', exact: true });
/** The legends on the chart, with the parameters. */
const studies = [/^SMA 20/, /^RSI 14/];
const panel = (page: Page) => page.getByRole('dialog', { name: 'Indicators' });

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
  server,
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
  expect(server.calls('studySets.calculate')).toHaveLength(1);
  expect(server.calls('indicators.calculate')).toHaveLength(0);
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

test('lays the chart out once for a set of indicators', async ({ page, api, account }) => {
  await addStock(api, account, 'AAPL');
  const studiesOfSet = ['RSI', 'MACD', 'ATR', 'CCI', 'SMA'].map((indicator_function) => ({
    indicator_function,
  }));
  const response = await api.post('/api/study-sets', {
    headers: { authorization: `Bearer ${account.accessToken}` },
    data: { name: 'Many', studies: studiesOfSet },
  });
  expect(response.status()).toBe(201);
  await page.goto('/stocks/AAPL');
  const chart = page.getByRole('figure', { name: /^Price and volume chart of/ });
  await expect(chart).toBeVisible();
  await menu(page).click();
  const set = panel(page).getByRole('button', { name: /^Many/ });
  await expect(set).toBeVisible();
  // The numbers of separators between panes at the end of each change of the chart.
  await chart.evaluate((element) => {
    const separators = () => element.querySelectorAll('td[colspan="3"]').length;
    const counts = [separators()];
    Object.assign(window, { counts });
    new MutationObserver(() => {
      const count = separators();
      if (counts.at(-1) !== count) counts.push(count);
    }).observe(element, { childList: true, subtree: true });
  });
  await set.click();
  await expect(chart.getByRole('separator')).toHaveCount(5);
  await expect(chart.getByText(/^CCI 20/)).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'counts'))).toEqual([1, 5]);
});

test('finds an indicator by keys, shows it, and offers it first once it is a favorite', async ({
  page,
  api,
  account,
}) => {
  await addStock(api, account, 'AAPL');
  await page.goto('/stocks/AAPL');
  await menu(page).press('Enter');
  await expect(panel(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('bollinger');
  await page.keyboard.press('ArrowDown');
  await expect(panel(page).getByRole('button', { name: /^BBANDS/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const chart = page.getByRole('region', { name: 'Price chart' });
  await expect(chart.getByText(/^BBANDS 20 2 2/)).toBeVisible();
  await expect(panel(page).getByRole('button', { name: /^BBANDS/ })).toHaveAttribute('aria-pressed', 'true');
  await panel(page).getByRole('button', { name: 'Favorite BBANDS' }).press('Enter');
  await page.keyboard.press('Escape');
  await page.reload();
  await menu(page).click();
  const favorites = panel(page).getByRole('region', { name: 'Favorites' });
  await favorites.getByRole('button', { name: /^BBANDS/ }).click();
  await expect(chart.getByText(/^BBANDS 20 2 2/)).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Parameters, names and colors' }).click();
  await expect(page.getByRole('region', { name: 'Calculate Indicators' })).toBeInViewport();
});
