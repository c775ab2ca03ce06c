import type { Page } from '@playwright/test';
import { signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';
import { type WatchList, withStock } from '../../support/watch-list.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Tracked stocks' });
const symbols = (page: Page) => table(page).locator('tbody').getByRole('link');

test.use({ viewport: { width: 1600, height: 900 } });
test.beforeEach(({ page, reader }) => signIn(page, reader));

test('has a column for a study and one for a rule, by one call, and sorts by them', async ({
  page,
  server,
}) => {
  await page.goto('/stocks?view=table');
  await page.getByRole('button', { name: 'Columns' }).click();
  const field = page.getByLabel('A study or a rule');
  await field.fill('RSI(14');
  await page.getByRole('button', { name: 'Add column' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  for (const text of ['RSI(14)', 'close > sma(200)']) {
    await field.fill(text);
    await field.press('Enter');
    await expect(field).toHaveValue('');
  }
  await page.keyboard.press('Escape');
  const study = page.getByRole('columnheader', { name: 'rsi(14)' });
  await expect(study).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'close > sma(200)' })).toBeVisible();
  await expect(table(page).getByRole('cell', { name: /^(Yes|No)$/ })).toHaveCount(4);
  expect(server.calls('signals.screen').at(-1)).toMatchObject({
    input: { columns: ['rsi(14)', 'close > sma(200)'] },
  });

  await study.getByRole('button').click();
  await expect(study).toHaveAttribute('aria-sort', 'descending');
  const place = await study.evaluate((cell) => [...(cell.parentElement?.children ?? [])].indexOf(cell));
  const values = async () =>
    (
      await table(page)
        .locator(`tbody tr > :nth-child(${place + 1})`)
        .allTextContents()
    ).map(Number);
  const down = await values();
  expect(down).toEqual([...down].sort((a, b) => b - a));
  expect(Math.max(...down)).toBeLessThanOrEqual(100);
  expect(Math.min(...down)).toBeGreaterThan(0);
  await expect(page.getByLabel('Sort by')).toHaveValue('own1-desc');

  // The list beside the chart has the same order, by the values that are loaded.
  const order = await symbols(page).evaluateAll((links) => links.map(({ dataset }) => dataset.stock));
  await symbols(page).first().click();
  const rail = page.getByRole('complementary', { name: 'Your stocks' }).getByRole('link');
  await expect
    .poll(() => rail.evaluateAll((links) => links.map((link) => link.textContent?.split(/[$\d+-]/)[0])))
    .toEqual(order);

  await page.goto('/stocks');
  await expect(study).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Remove rsi(14)' }).click();
  await expect(study).toHaveCount(0);
});

test('says why a column of the address cannot be shown', async ({ page, server, log }) => {
  log.ignore(/400/);
  await page.goto('/stocks?view=table&own=nosuch(3)');
  await expect(page.getByRole('alert')).toContainText('nosuch');
  await expect(symbols(page)).toHaveCount(4);
  expect(server.calls('signals.screen')).toHaveLength(1);
});

test('groups the rows by sector, and moves over the headings', async ({ page, server }) => {
  await server.alter('stocks.list', withStock('AAPL', { last_close: 110, previous_close: 100 }));
  await page.goto('/stocks?view=table&sort=symbol');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('switch', { name: 'Group by sector' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/stocks?view=table&sort=symbol&group=sector');
  const rows = table(page).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(6);
  await expect(rows.nth(0)).toHaveText(/^Technology2 stocks, mean [+−]\d+\.\d\d%$/);
  await expect(rows.nth(3)).toHaveText(/^Without a sector2 stocks, mean /);
  await expect(symbols(page)).toHaveText([/^AAPL/, /^MSFT/, /^\^GSPC/, /^EURUSD=X/]);
  await page.locator('[data-stock="MSFT"]').focus();
  await page.keyboard.press('j');
  await expect(page.locator('[data-stock="^GSPC"]')).toBeFocused();
});

const withChanges = (list: WatchList): WatchList =>
  [
    ['AAPL', 104],
    ['MSFT', 97],
    ['EURUSD=X', 100],
    ['^GSPC', 101],
  ].reduce(
    (changed, [symbol, last]) =>
      withStock(String(symbol), { last_close: last, previous_close: 100 })(changed),
    list,
  );

test('shows the best and the worst of the day above the table, also after a reload', async ({
  page,
  server,
}) => {
  await server.alter<WatchList>('stocks.list', withChanges);
  await page.goto('/stocks?view=table');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('switch', { name: 'Best and worst of the day' }).click();
  await page.reload();
  const best = page.locator('dl').filter({ hasText: 'Best of the day' });
  await expect(best).toHaveText(/Best of the dayAAPL \+4\.00%\^GSPC \+1\.00%Worst of the dayMSFT −3\.00%/);
  await page.setViewportSize({ width: 390, height: 844 });
  const lines = best.locator('div');
  const [first, second] = [await lines.first().boundingBox(), await lines.last().boundingBox()];
  // Each is one line, of the height of what a finger needs at most.
  for (const box of [first, second]) expect(box?.height).toBeLessThanOrEqual(44);
  expect(second?.y).toBe((first?.y ?? Number.NaN) + (first?.height ?? Number.NaN));
  await best.getByRole('link', { name: 'MSFT' }).click();
  await expect(page).toHaveURL('/stocks/MSFT');
});

test('shows a heat map of the day, which is a table to a screen reader', async ({ page, server }) => {
  await server.alter<WatchList>('stocks.list', withChanges);
  await page.goto('/stocks?sort=percent-desc');
  await page.getByRole('button', { name: 'Heat map' }).click();
  await expect(page).toHaveURL('/stocks?sort=percent-desc&view=map');
  const map = page.getByRole('table', { name: 'Tracked stocks by the change of the day' });
  await expect(map.getByRole('columnheader')).toHaveText(['Symbol', 'Change in percent', 'Last close']);
  const rows = map.locator('tbody').getByRole('row');
  await expect(rows).toHaveText([/^AAPL\+4\.00%/, /^\^GSPC\+1\.00%/, /^EURUSD=X\+0\.00%/, /^MSFT−3\.00%/]);
  const colors = await rows.evaluateAll((tiles) =>
    tiles.map((tile) => getComputedStyle(tile).backgroundColor),
  );
  expect(new Set(colors).size).toBe(4);
  await expect(page.locator('p', { hasText: 'Colors:' })).toHaveText('Colors: −3%−1%0%+1%+3%');
  await page.reload();
  await expect(rows).toHaveCount(4);
  await page.keyboard.press('j');
  await expect(page.locator('[data-stock="AAPL"]')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('^GSPC');
});
