import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { textsWithWideHyphens } from '../../support/hyphens.ts';
import { addStock, calculate, signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';
import { type WatchList, withStock } from '../../support/watch-list.ts';

const tableOf = (page: Page) => page.getByRole('table', { name: 'Tracked stocks' });
const symbolsOf = (page: Page) => tableOf(page).locator('tbody').getByRole('link');
const rowOf = (page: Page, symbol: string) =>
  tableOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: symbol }) });

const manyStocks = (list: WatchList): WatchList => ({
  ...list,
  stocks: Array.from({ length: 200 }, (_, index) => {
    const item = list.stocks[index % list.stocks.length];
    if (!item) throw new Error('The reader tracks no stock');
    return { ...item, stock: { ...item.stock, id: index, symbol: `S${String(index).padStart(3, '0')}` } };
  }),
});

test.describe('read-only', () => {
  test.beforeEach(({ page, reader }) => signIn(page, reader));

  test('shows figures, sorts by headers, and writes the view into the address', async ({ page }) => {
    await page.goto('/stocks');
    await page.getByRole('button', { name: 'Table view' }).click();
    await expect(page).toHaveURL('/stocks?view=table');
    await expect(symbolsOf(page)).toHaveCount(4);
    const apple = rowOf(page, 'AAPL').getByRole('cell');
    for (const pattern of [
      /^\$[\d,]+\.\d{2}$/,
      /^[+−]\d+\.\d{2}$/,
      /^[+−]\d+\.\d{2}%$/,
      /^[\d.]+[MB]$/,
      /^\d+% of \$[\d,.]+ – \$[\d,.]+$/,
      /^Technology$/,
    ]) {
      await expect(apple.filter({ hasText: pattern }).first()).toBeVisible();
    }
    await page.getByRole('button', { name: 'YTD' }).click();
    await expect(page).toHaveURL('/stocks?view=table&sort=year-desc');
    const header = page.getByRole('columnheader', { name: 'YTD' });
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    const down = await symbolsOf(page).evaluateAll((links) => links.map(({ dataset }) => dataset.stock));
    await page.getByRole('button', { name: 'YTD' }).click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    const up = await symbolsOf(page).evaluateAll((links) => links.map(({ dataset }) => dataset.stock));
    expect(up).toEqual(down.toReversed());
  });

  test('keeps the width of the hyphens of symbols, names and sectors', async ({ page, server }) => {
    const facts = { symbol: 'BRK-B', name: 'The Coca-Cola Company', sector: 'Multi-Utilities' };
    await server.alter('stocks.list', withStock('AAPL', facts));
    await page.goto('/stocks?view=table&group=sector');
    await expect(tableOf(page)).toContainText('Multi-Utilities');
    expect(await textsWithWideHyphens(page)).toEqual([]);
  });

  for (const view of ['list', 'table']) {
    test(`keeps the focus on a stock that is scrolled away in the ${view}`, async ({ page, server }) => {
      await server.alter<WatchList>('stocks.list', manyStocks);
      await page.goto(`/stocks?view=${view}&sort=symbol`);
      const link = (symbol: string) => page.getByRole('link', { name: symbol });
      await link('S001').focus();
      await page.mouse.wheel(0, 6000);
      await expect(link('S003')).toHaveCount(0);
      await expect(link('S001')).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(link('S002')).toBeFocused();
      await expect(link('S002')).toBeInViewport();
    });
  }

  test('keeps layout, columns, filter, search and order after a reload, and restores them from an address', async ({
    page,
    context,
  }) => {
    await page.goto('/stocks');
    await page.getByRole('button', { name: 'Table view' }).click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('switch', { name: 'Sector', exact: true }).click();
    await page.getByRole('switch', { name: 'Note' }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Sort by').selectOption('Symbol A to Z');
    await page.getByRole('button', { name: 'Active', exact: true }).click();
    await page.getByLabel('Search your stocks').fill('a');
    await expect(page).toHaveURL(/view=table.*q=a/);
    const shown = async (where: Page) => {
      await expect(where.getByRole('columnheader', { name: 'Note' })).toBeVisible();
      await expect(where.getByRole('columnheader', { name: 'Sector' })).toHaveCount(0);
      await expect(where.getByLabel('Sort by')).toHaveValue('symbol');
      await expect(where.getByLabel('Search your stocks')).toHaveValue('a');
      await expect(where.getByRole('button', { name: 'Active', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
    };
    const address = page.url();
    const parameters = () => [...new URL(page.url()).searchParams].sort();
    const chosen = parameters();
    await page.goto('/stocks');
    await shown(page);
    await expect.poll(parameters).toEqual(chosen);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('user.')) localStorage.removeItem(key);
    });
    const other = await context.newPage();
    await other.goto(address);
    await shown(other);
  });

  test('says once that all prices are simulated, and else at each row', async ({ page, server }) => {
    await page.goto('/stocks?view=list');
    await expect(page.getByRole('article')).toHaveCount(4);
    await expect(page.getByText('Simulated data')).toHaveCount(1);
    await page.getByRole('button', { name: 'Table view' }).click();
    await expect(symbolsOf(page)).toHaveCount(4);
    await expect(page.getByText('Simulated data')).toHaveCount(1);
    await server.alter('stocks.list', withStock('AAPL', { data_source: 'yahoo' }));
    await page.reload();
    await expect(symbolsOf(page)).toHaveCount(4);
    await expect(tableOf(page).getByText('Simulated data')).toHaveCount(3);
    await page.getByRole('button', { name: 'List view' }).click();
    await expect(page.getByText('Simulated data')).toHaveCount(3);
  });

  test('keeps the first column in view in a narrow window', async ({ page }) => {
    await page.setViewportSize({ width: 700, height: 800 });
    await page.goto('/stocks?view=table');
    const link = page.getByRole('link', { name: 'AAPL' });
    const before = await link.boundingBox();
    const header = page.getByRole('columnheader', { name: 'YTD' });
    const cell = rowOf(page, 'AAPL').getByRole('cell').nth(7);
    const rightOf = async (part: Locator) => {
      const box = await part.boundingBox();
      return (box?.x ?? Number.NaN) + (box?.width ?? Number.NaN);
    };
    const unscrolled = await rightOf(cell);
    await tableOf(page)
      .locator('tbody')
      .evaluate((body) => {
        body.scrollLeft = 100;
      });
    await expect.poll(() => rightOf(header)).toBeCloseTo(unscrolled - 100, 0);
    expect(await rightOf(cell)).toBeCloseTo(unscrolled - 100, 0);
    expect((await link.boundingBox())?.x).toBeCloseTo(before?.x ?? Number.NaN, 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(700);
  });

  test('keeps the places of the columns, and the header in sight, when it is scrolled, sorted or filtered', async ({
    page,
    server,
  }) => {
    await server.alter<WatchList>('stocks.list', (list) => {
      const many = manyStocks(list);
      // The widest texts are far from the first rows.
      const stocks = many.stocks.map((item, index) =>
        index === 150
          ? {
              ...item,
              stock: { ...item.stock, symbol: 'LONGEST.SYM', last_close: 712_345.5, previous_close: 1 },
            }
          : item,
      );
      return { ...many, stocks };
    });
    await page.goto('/stocks?view=table');
    await expect(rowOf(page, 'S000')).toBeVisible();
    const headers = tableOf(page).getByRole('columnheader');
    const places = () => headers.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x));
    const topBarEnd = (await page.getByRole('banner').boundingBox())?.height ?? Number.NaN;
    const before = await places();
    const select = page.getByLabel('Sort by');
    const selectBefore = await select.boundingBox();

    await page.mouse.wheel(0, 150 * 32);
    await expect(rowOf(page, 'LONGEST.SYM')).toBeVisible();
    expect(await places()).toEqual(before);
    const head = await headers.last().boundingBox();
    expect(head?.y).toBeCloseTo(topBarEnd - 1, 0);
    // A row that gets the focus shows below the header.
    await page.locator('[data-stock="S145"]').focus();
    for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press('ArrowUp');
    await expect(page.locator('[data-stock="S125"]')).toBeFocused();
    await expect
      .poll(async () => (await rowOf(page, 'S125').boundingBox())?.y)
      .toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1);

    await page.getByRole('button', { name: '1M' }).click();
    await expect(headers.filter({ hasText: '1M' })).toHaveAttribute('aria-sort', 'descending');
    expect(await places()).toEqual(before);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(() => select.boundingBox()).toEqual(selectBefore);
    await page.getByLabel('Search your stocks').fill('S00');
    await expect(symbolsOf(page)).toHaveCount(10);
    expect(await places()).toEqual(before);
  });

  test('moves neither columns nor rows when the figures come after the rows', async ({ page, server }) => {
    const release = await server.hold('stocks.figures');
    await page.goto('/stocks?view=table');
    await expect(rowOf(page, 'AAPL')).toBeVisible();
    const headers = tableOf(page).getByRole('columnheader');
    const places = () => headers.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x));
    const before = await places();
    release();
    await expect(rowOf(page, 'AAPL')).not.toContainText('N/A');
    expect(await places()).toEqual(before);

    const releaseAgain = await server.hold('stocks.figures');
    await page.goto('/stocks?view=table&sort=month-desc');
    await expect(page.getByText('Loading stocks...')).toBeVisible();
    await expect(symbolsOf(page)).toHaveCount(0);
    releaseAgain();
    await expect(symbolsOf(page)).toHaveCount(4);
  });

  test('shows all columns but the sector beside the days since which a rule has been true', async ({
    page,
  }) => {
    await page.goto('/stocks?view=table&matching=close%20%3E%200');
    await expect(page.getByRole('columnheader', { name: 'True since' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Sector' })).toHaveCount(0);
    const remove = rowOf(page, 'AAPL').getByRole('button', { name: 'Stop tracking' });
    await expect(remove).toBeInViewport({ ratio: 1 });
    expect(
      await tableOf(page)
        .locator('tbody')
        .evaluate((body) => body.scrollWidth - body.clientWidth),
    ).toBe(0);
  });

  test('moves with arrow keys, and holds few of many rows in the document', async ({ page, server }) => {
    await server.alter<WatchList>('stocks.list', (list) => ({
      ...list,
      stocks: Array.from({ length: 300 }, (_, index) => {
        const [item] = list.stocks;
        return { ...item, stock: { ...item?.stock, symbol: `S${index}` } };
      }),
    }));
    await page.goto('/stocks?view=table');
    await expect(page.getByRole('link', { name: 'S0', exact: false }).first()).toBeVisible();
    expect(await symbolsOf(page).count()).toBeLessThan(80);
    await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '301');
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-stock="S2"]')).toBeFocused();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.locator('[data-stock="S299"]')).toBeVisible();
  });
});

test.describe('several rows', () => {
  test.beforeEach(async ({ page, api, account }) => {
    for (const symbol of ['NVDA', 'MSFT', 'AAPL']) await addStock(api, account, symbol);
    await page.goto('/stocks?view=table');
    await expect(symbolsOf(page)).toHaveText([/^AAPL/, /^MSFT/, /^NVDA/]);
  });

  test('selects rows with Shift, stars them, and unstars them by Undo', async ({ page, server }) => {
    await page.getByRole('checkbox', { name: 'Select AAPL' }).click();
    await page.getByRole('checkbox', { name: 'Select NVDA' }).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected stocks' });
    await expect(bar).toContainText('3 selected');
    await bar.getByRole('button', { name: 'Star' }).click();
    await expect(page.getByTitle('Remove from favorites')).toHaveCount(3);
    await expect(page.getByText('AAPL, MSFT, and NVDA added to favorites')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByTitle('Add to favorites')).toHaveCount(3);
    await expect.poll(() => server.calls('stocks.update').length).toBe(6);
  });

  test('selects rows by keys, and clears the selection with Escape, also from a checkbox', async ({
    page,
  }) => {
    const count = page.getByRole('region', { name: 'Selected stocks' }).getByRole('status');
    const link = (symbol: string) => page.getByRole('link', { name: symbol });
    await page.keyboard.press('j');
    await expect(link('AAPL')).toBeFocused();
    await page.keyboard.press('x');
    await expect(count).toHaveText('1 selected');
    for (const expected of ['2 selected', '3 selected']) {
      await page.keyboard.press('Shift+ArrowDown');
      await expect(count).toHaveText(expected);
    }
    await page.keyboard.press('Shift+ArrowUp');
    await expect(count).toHaveText('2 selected');
    await expect(link('MSFT')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(count).toHaveCount(0);
    await expect(link('MSFT')).toBeFocused();
    await page.getByRole('checkbox', { name: 'Select NVDA' }).click();
    await page.keyboard.press('k');
    await expect(link('MSFT')).toBeFocused();
    await page.getByRole('checkbox', { name: 'Select MSFT' }).click();
    await expect(count).toHaveText('2 selected');
    await page.keyboard.press('Escape');
    await expect(count).toHaveCount(0);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(help.getByRole('region')).toHaveCount(6);
    await expect(help.getByText('Clear the selection')).toBeVisible();
  });

  test('removes rows after a question that names all, and brings them back by Undo with what belongs to them', async ({
    page,
    api,
    account,
  }) => {
    const headers = { authorization: `Bearer ${account.accessToken}` };
    await api.patch('/api/stocks/AAPL', {
      headers,
      data: { is_favorite: true, notes: 'Wait for October.' },
    });
    await calculate(api, account, 'AAPL', 'RSI');
    const rule = { when: 'rsi(14) crosses above 30', scope: 'stock', symbol: 'AAPL' };
    expect((await api.post('/api/signals/rules', { headers, data: rule })).status()).toBe(201);
    await page.reload();
    await page.getByRole('checkbox', { name: 'Select AAPL' }).check();
    await page.getByRole('checkbox', { name: 'Select MSFT' }).press('Space');
    await page
      .getByRole('region', { name: 'Selected stocks' })
      .getByRole('button', { name: 'Stop tracking' })
      .click();
    await page
      .getByRole('alertdialog', { name: 'Are you sure you want to stop tracking AAPL and MSFT?' })
      .getByRole('button', { name: 'Stop tracking' })
      .click();
    await expect(symbolsOf(page)).toHaveText([/^NVDA/]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Adding AAPL and MSFT again...')).toBeVisible();
    await expect(symbolsOf(page)).toHaveText([/^AAPL/, /^MSFT/, /^NVDA/]);
    await expect(page.getByText('Adding AAPL and MSFT again...')).toBeHidden();
    await expect(rowOf(page, 'AAPL').getByTitle('Remove from favorites')).toBeVisible();
    await page.getByRole('button', { name: 'List view' }).click();
    await expect(page.getByRole('article', { name: /^AAPL/ })).toContainText('Wait for October.');
    const { indicators } = await (await api.get('/api/indicators/AAPL?data=false', { headers })).json();
    expect(indicators).toMatchObject([{ indicator_function: 'RSI' }]);
    const { rules } = await (await api.get('/api/signals/rules', { headers })).json();
    expect(rules).toMatchObject([rule]);
  });

  test('gives the focus to what is in the place of the rows when all leave the list', async ({ page }) => {
    const bar = page.getByRole('region', { name: 'Selected stocks' });
    for (const [search, count, next] of [
      ['NVDA', 1, 'Show all stocks'],
      ['', 2, 'Add Stock'],
    ] as const) {
      await page.getByLabel('Search your stocks').fill(search);
      await expect(symbolsOf(page)).toHaveCount(count);
      await page.getByRole('checkbox', { name: 'Select all' }).press('Space');
      await bar.getByRole('button', { name: 'Stop tracking' }).press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stop tracking' }).press('Enter');
      await expect(page.getByRole('button', { name: next })).toBeFocused();
    }
  });

  test('exports the selected rows', async ({ page }) => {
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('checkbox', { name: 'Select MSFT' }).uncheck();
    const download = page.waitForEvent('download');
    await page
      .getByRole('region', { name: 'Selected stocks' })
      .getByRole('button', { name: 'Export' })
      .click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.split('\r\n').map((line) => line.split(',')[0])).toEqual(['symbol', 'AAPL', 'NVDA', '']);
  });
});
