import type { Page } from '@playwright/test';
import { addStock, signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';
import type { WatchList } from '../../support/watch-list.ts';

/** The reader's first stock, 60 times, with prices of a market: no notice takes room. */
const manyStocks = (list: WatchList): WatchList => ({
  ...list,
  stocks: Array.from({ length: 60 }, (_, index) => {
    const [item] = list.stocks;
    if (!item) throw new Error('The reader tracks no stock');
    return { ...item, stock: { ...item.stock, id: index, symbol: `S${index}`, data_source: 'yahoo' } };
  }),
});

const firstRow = (page: Page) => page.getByRole('row').nth(1);
const rowHeight = async (page: Page) => (await firstRow(page).boundingBox())?.height;

test('shows 18 rows of the table in a window of 1280 × 800', async ({ page, reader, server }) => {
  await server.alter<WatchList>('stocks.list', manyStocks);
  await signIn(page, reader);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/stocks?view=table');
  await expect(firstRow(page)).toBeVisible();
  const bottoms = await page
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
  // The header is a row, too.
  expect(bottoms.filter((bottom) => bottom <= 800).length - 1).toBeGreaterThanOrEqual(18);
});

test('remembers whether the rows are compact, and begins so on a wide screen alone', async ({
  page,
  reader,
}) => {
  await signIn(page, reader);
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto('/stocks?view=table');
  await expect.poll(() => rowHeight(page)).toBe(41);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(() => rowHeight(page)).toBe(32);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('switch', { name: 'Compact' }).click();
  await expect.poll(() => rowHeight(page)).toBe(41);
  await page.reload();
  await expect.poll(() => rowHeight(page)).toBe(41);
});

test('draws an unchecked box of a dark page as empty, and a checked one as filled', async ({
  page,
  reader,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, reader);
  await page.goto('/stocks?view=table');
  const box = page.getByRole('checkbox', { name: 'Select AAPL' });
  const ground = (part: typeof box) => part.evaluate((one) => getComputedStyle(one).backgroundColor);
  const cell = page.getByRole('rowheader').filter({ has: box });
  await expect(cell).toBeVisible();
  expect(await ground(box)).toBe(await ground(cell));
  await box.check();
  await page.mouse.move(0, 0);
  expect(await ground(box)).not.toBe(await ground(cell));
});

test('offers three ways to begin an empty list, and nothing to sort or to export', async ({
  page,
  account: _,
}) => {
  await page.goto('/stocks');
  await expect(page.getByRole('heading', { name: 'No stocks tracked yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'All Stocks' })).toBeVisible();
  for (const gone of [
    page.getByLabel('Sort by'),
    page.getByRole('button', { name: 'Matching' }),
    page.getByRole('group', { name: 'View' }),
    page.getByRole('button', { name: 'Export' }),
  ]) {
    await expect(gone).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Find a stock' }).click();
  await expect(page.getByLabel('Stock Symbol or ISIN')).toBeFocused();
  await page.keyboard.press('Escape');
  const text = page.getByLabel('Stocks to import');
  await page.getByRole('button', { name: 'Bring a list' }).click();
  await expect(text).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Try an example' }).click();
  await expect(text).toHaveValue(/^AAPL\nMSFT\n/);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('button', { name: 'Add 8 stocks' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });

  test('shows the first stock in the upper third, in two lines that unfold', async ({ page, reader }) => {
    await signIn(page, reader);
    await page.goto('/stocks');
    const item = page.getByRole('article', { name: /^AAPL/ });
    const box = await item.boundingBox();
    expect(box?.y).toBeLessThanOrEqual(300);
    expect(box?.height).toBe(64);
    await expect(item.getByText('Data Ready')).toHaveCount(0);
    await item.getByRole('button', { name: 'Show details' }).tap();
    await expect(item.getByText('Data Ready')).toBeVisible();
    await expect(item).toContainText('NASDAQ · Technology · Consumer Electronics');
    await expect(item.getByRole('button', { name: 'Stop tracking' })).toBeVisible();
    await item.getByRole('button', { name: 'Hide details' }).tap();
    await expect(item.getByText('Data Ready')).toHaveCount(0);
  });

  test('has Add Stock at the bottom right, and no tool that is out of reach', async ({ page, reader }) => {
    await signIn(page, reader);
    await page.goto('/stocks');
    await expect(page.getByRole('article')).toHaveCount(4);
    const add = await page.getByRole('button', { name: 'Add Stock' }).boundingBox();
    if (!add) throw new Error('Add Stock is not shown');
    expect(add.y).toBeGreaterThan(600);
    expect(add.x + add.width).toBeGreaterThan(360);
    await page.getByRole('button', { name: 'Active', exact: true }).tap();
    await expect(page).toHaveURL(/filter=active/);
    await page.getByRole('button', { name: 'More tools' }).tap();
    const sheet = page.getByRole('dialog', { name: 'More tools' });
    await expect
      .poll(async () => {
        const { x = 0, y = 0, width = 0, height = 0 } = (await sheet.boundingBox()) ?? {};
        return [x, width, y + height];
      })
      .toEqual([0, 390, 844]);
    await expect(sheet.getByRole('button', { name: 'Export' })).toBeEnabled();
    await sheet.getByLabel('Sort by').selectOption('Symbol A to Z');
    await expect(page).toHaveURL(/sort=symbol/);
    await sheet.getByRole('button', { name: 'Import' }).tap();
    await expect(page.getByLabel('Stocks to import')).toBeVisible();
    await expect(sheet).toHaveCount(0);
  });

  test('shows three columns of the table without scrolling, and remembers others', async ({
    page,
    api,
    account,
  }) => {
    await addStock(api, account, 'AAPL');
    await page.goto('/stocks?view=table');
    const headers = page.getByRole('columnheader');
    await expect(headers).toHaveText(['Symbol', 'Last', 'Chg %', 'YTD']);
    const table = page.getByRole('table');
    expect(await table.locator('tbody').evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(0);
    await page.getByRole('button', { name: 'Columns' }).tap();
    await expect(page.getByRole('switch', { name: 'Sector', exact: true })).toBeDisabled();
    await page.getByRole('switch', { name: 'Change since the start of the year' }).tap();
    await page.getByRole('switch', { name: 'Change over a week' }).tap();
    await page.reload();
    await expect(headers).toHaveText(['Symbol', 'Last', 'Chg %', '1W']);
    // A column of one's own takes the place of the last one, and gives it back.
    await page.getByRole('button', { name: 'Columns' }).tap();
    await page.getByLabel('A study or a rule').fill('close > sma(200)');
    await page.getByRole('button', { name: 'Add column' }).tap();
    await expect(page.getByRole('columnheader', { includeHidden: true })).toHaveText([
      'Symbol',
      'Last',
      'Chg %',
      'close > sma(200)',
    ]);
    expect(await page.locator('table tbody').evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(0);
    await page.getByRole('button', { name: 'Remove close > sma(200)' }).tap();
    await page.keyboard.press('Escape');
    await expect(headers).toHaveText(['Symbol', 'Last', 'Chg %', '1W']);
  });
});
