import type { Locator, Page } from '@playwright/test';
import { takeShifts, watchShifts } from '../../support/layout-shifts.ts';
import { chip, createList, links } from '../../support/lists.ts';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

/** Drags a stock onto an element, at the place from its upper left corner. */
async function drag(page: Page, symbol: string, target: Locator, place: { x: number; y: number }) {
  await page.getByRole('link', { name: symbol, exact: true }).hover();
  await page.mouse.down();
  const box = await target.boundingBox();
  if (!box) throw new Error('The target is not shown');
  // The code of drag and drop is loaded by the first one.
  await expect
    .poll(async () => {
      await page.mouse.move(box.x + place.x + 5, box.y + place.y);
      await page.mouse.move(box.x + place.x, box.y + place.y);
      return page.locator('[data-drop-target]').count();
    })
    .toBe(1);
  await page.mouse.up();
}

test.beforeEach(async ({ api, account }) => {
  for (const symbol of ['KO', 'MSFT', 'AAPL']) await addStock(api, account, symbol);
});

test('shows All Stocks and says so for an unknown list, and combines a filter with a list', async ({
  page,
  api,
  account,
}) => {
  const id = await createList(api, account, 'Tech', ['AAPL', 'MSFT']);
  await page.goto('/stocks?list=00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('List not found')).toBeVisible();
  await expect(links(page)).toHaveText(['AAPL', 'MSFT', 'KO']);
  await page.getByRole('article', { name: /^MSFT/ }).getByTitle('Add to favorites').click();
  await chip(page, /^Tech 2/).click();
  await expect(page).toHaveURL(new RegExp(`list=${id}`));
  await page.getByRole('button', { name: 'Favorites', exact: true }).click();
  await expect(links(page)).toHaveText(['MSFT']);
  await page.getByRole('button', { name: 'All Stocks' }).click();
  await expect(links(page)).toHaveText(['AAPL', 'MSFT', 'KO']);
  await expect(page).not.toHaveURL(/list=/);
});

test('sorts a list by anything, and offers to move its stocks in its own order alone', async ({
  page,
  api,
  account,
}) => {
  const id = await createList(api, account, 'Tech', ['KO', 'AAPL', 'MSFT']);
  await page.goto(`/stocks?list=${id}`);
  await expect(links(page)).toHaveText(['KO', 'AAPL', 'MSFT']);
  await page.getByLabel('Sort by').selectOption('Symbol A to Z');
  await expect(links(page)).toHaveText(['AAPL', 'KO', 'MSFT']);
  await page.getByRole('button', { name: 'Menu of KO' }).click();
  await expect(page.getByRole('menuitem', { name: 'New list…' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByLabel('Sort by').selectOption('Order of the list');
  await expect(links(page)).toHaveText(['KO', 'AAPL', 'MSFT']);
});

test('orders a list by drag and drop, and adds a stock to the list that it is dropped on', async ({
  page,
  api,
  account,
}) => {
  const id = await createList(api, account, 'Tech', ['AAPL', 'MSFT', 'KO']);
  await createList(api, account, 'Ideas', []);
  await page.goto(`/stocks?list=${id}`);
  await expect(links(page)).toHaveText(['AAPL', 'MSFT', 'KO']);
  await drag(page, 'KO', page.getByRole('article', { name: /^AAPL/ }), { x: 200, y: 4 });
  await expect(links(page)).toHaveText(['KO', 'AAPL', 'MSFT']);
  await drag(page, 'MSFT', chip(page, /^Ideas 0/), { x: 35, y: 15 });
  await expect(chip(page, /^Ideas 1/)).toBeVisible();
  await page.reload();
  await expect(links(page)).toHaveText(['KO', 'AAPL', 'MSFT']);
});

test('says that notifications are off for a stock that joins a list with a rule', async ({
  page,
  api,
  account,
}) => {
  const id = await createList(api, account, 'Tech', ['AAPL']);
  const headers = { authorization: `Bearer ${account.accessToken}` };
  const rule = { when: 'rsi(14) < 30', scope: 'list', list_id: id };
  expect((await api.post('/api/signals/rules', { headers, data: rule })).status()).toBe(201);
  await page.goto('/stocks/KO');
  await page.getByRole('button', { name: 'Lists', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Tech' }).click();
  await expect(page.getByText('Notifications are off for KO.', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('button', { name: 'Stop notifying' })).toBeVisible();
});

test('brings back the lists and places of a stock when Stop tracking is undone', async ({
  page,
  api,
  account,
}) => {
  const id = await createList(api, account, 'Tech', ['AAPL', 'KO', 'MSFT']);
  await page.goto(`/stocks?list=${id}`);
  await page.getByRole('article', { name: /^KO/ }).getByTitle('Stop tracking').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop tracking' }).click();
  await expect(links(page)).toHaveText(['AAPL', 'MSFT']);
  await expect(chip(page, /^Tech 2/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(links(page)).toHaveText(['AAPL', 'KO', 'MSFT']);
});

test('adds a pasted line to the list on show', async ({ page, api, account }) => {
  const id = await createList(api, account, 'Tech', ['AAPL']);
  await page.goto(`/stocks?list=${id}`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByLabel('Add to list')).toHaveValue(id);
  await page.getByLabel('Stocks to import').fill('MSFT, KO');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Add to list' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(links(page)).toHaveText(['AAPL', 'MSFT', 'KO']);
});

test('gives two tabs that order one list one of their two orders, and loses no stock', async ({
  page,
  context,
  api,
  account,
  server,
}) => {
  const id = await createList(api, account, 'Tech', ['AAPL', 'MSFT', 'KO']);
  const other = await context.newPage();
  const move = async (tab: Page, symbol: string, step: string) => {
    await tab.goto(`/stocks?list=${id}`);
    await tab.getByRole('button', { name: `Menu of ${symbol}` }).click();
    return tab.getByRole('menuitem', { name: step });
  };
  const [first, second] = [await move(page, 'MSFT', 'Move up'), await move(other, 'KO', 'Move up')];
  // Neither tab knows the order of the other.
  const release = await server.hold('lists.setStocks');
  await first.click();
  await second.click();
  await expect.poll(() => server.calls('lists.setStocks').length).toBe(2);
  const answers = [page, other].map((tab) => tab.waitForResponse(/lists\.setStocks/));
  release();
  const orders = ['MSFT AAPL KO', 'AAPL KO MSFT'];
  const stored = async () => {
    const headers = { authorization: `Bearer ${account.accessToken}` };
    const response = await api.get(`/api/lists/${id}`, { headers });
    return (await response.json()).symbols.join(' ');
  };
  const shown = async (tab: Page) => (await links(tab).allTextContents()).join(' ');
  await Promise.all(answers);
  const order = await stored();
  expect(orders).toContain(order);
  await expect.poll(async () => [await shown(page), await shown(other)]).toEqual([order, order]);
});

test('makes, fills, orders, deletes and restores a list by keys alone', async ({ page }) => {
  await page.goto('/stocks');
  await expect(links(page)).toHaveText(['AAPL', 'MSFT', 'KO']);
  const choose = async (name: string) => {
    const item = page.getByRole('menu').getByText(name, { exact: true });
    await expect(item).toBeVisible();
    const highlighted = page.getByRole('menu').locator('[data-highlighted]');
    await expect
      .poll(async () => {
        if ((await highlighted.allTextContents()).join().trim() === name) return true;
        await page.keyboard.press('ArrowDown');
        return false;
      })
      .toBe(true);
    await page.keyboard.press('Enter');
  };
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'AAPL' })).toBeFocused();
  await page.keyboard.press('l');
  await choose('New list…');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Tech');
  await page.keyboard.press('Enter');
  await expect(chip(page, /^Tech 1/)).toBeVisible();
  await page.getByRole('link', { name: 'MSFT' }).focus();
  await page.keyboard.press('l');
  await choose('Tech');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('1');
  await expect(links(page)).toHaveText(['AAPL', 'MSFT']);
  await page.getByRole('link', { name: 'MSFT' }).focus();
  await page.keyboard.press('l');
  await choose('Move up');
  await expect(links(page)).toHaveText(['MSFT', 'AAPL']);
  await page.getByRole('button', { name: 'Menu of Tech' }).focus();
  await page.keyboard.press('Enter');
  await choose('Delete list');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete list' }).press('Enter');
  await expect(page.getByText('List Tech deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(chip(page, /^Tech 2/)).toBeVisible();
  await page.keyboard.press('0');
  await expect(links(page)).toHaveText(['AAPL', 'MSFT', 'KO']);
});

for (const width of [390, 1280]) {
  test(`moves nothing when a page with lists loads, at ${width} pixels`, async ({ page, api, account }) => {
    await createList(api, account, 'Tech', ['AAPL', 'MSFT']);
    await page.setViewportSize({ width, height: 844 });
    await watchShifts(page);
    for (const _ of ['first visit', 'second visit']) {
      await page.goto('/stocks?view=list', { waitUntil: 'networkidle' });
      await expect(chip(page, /^Tech 2/)).toBeVisible();
      expect(await takeShifts(page)).toEqual([]);
    }
  });
}
