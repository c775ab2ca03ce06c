import { chip, createList, links } from '../../support/lists.ts';
import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test.beforeEach(async ({ api, account }) => {
  for (const symbol of ['KO', 'MSFT', 'AAPL']) await addStock(api, account, symbol);
});

test('makes a list, fills it from the menu of a row, and shows its stocks and counts', async ({ page }) => {
  await page.goto('/stocks');
  await page.getByRole('button', { name: 'New list' }).click();
  const dialog = page.getByRole('dialog', { name: 'New list' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('a;b');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Name must not contain ;')).toBeVisible();
  await dialog.getByLabel('Name').fill('Tech');
  await dialog.getByRole('radio', { name: 'Purple' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeHidden();
  await expect(chip(page, /^Tech 0/)).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/list=/);
  await expect(
    page.getByText('Nothing on this list yet. Add a stock, or choose some in All Stocks.'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'All Stocks' }).click();
  for (const symbol of ['MSFT', 'AAPL']) {
    await page.getByRole('button', { name: `Menu of ${symbol}` }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Tech' }).click();
    await expect(page.getByText(`${symbol} added to Tech`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  await chip(page, /^Tech 2/).click();
  await expect(links(page)).toHaveText(['MSFT', 'AAPL']);
  await expect(page.getByText('Total Stocks').locator('xpath=..')).toContainText('2');
  await page.reload();
  await expect(links(page)).toHaveText(['MSFT', 'AAPL']);
});

test('puts a stock of the Add form onto the list on show, also one that is tracked', async ({
  page,
  api,
  account,
}) => {
  const id = await createList(api, account, 'Tech', ['MSFT']);
  await page.goto(`/stocks?list=${id}`);
  for (const [symbol, size] of [
    ['NVDA', 2],
    ['AAPL', 3],
  ] as const) {
    await page.getByRole('button', { name: 'Add Stock' }).click();
    await page.getByLabel('Stock Symbol or ISIN').fill(symbol);
    await page.getByRole('dialog').getByRole('button', { name: 'Add Stock' }).click();
    await expect(chip(page, new RegExp(`^Tech ${size}`))).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(links(page)).toHaveText(['MSFT', 'NVDA', 'AAPL']);
  // Until the server has answered, Undo is that of the stock before.
  await expect(page.getByText('AAPL added to Tech')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(links(page)).toHaveText(['MSFT', 'NVDA']);
});

test('deletes a list after a question that counts its stocks, and Undo restores it', async ({
  page,
  api,
  account,
}) => {
  const id = await createList(api, account, 'Tech', ['AAPL', 'MSFT']);
  const headers = { authorization: `Bearer ${account.accessToken}` };
  const rule = { when: 'rsi(14) < 30', scope: 'list', list_id: id };
  expect((await api.post('/api/signals/rules', { headers, data: rule })).status()).toBe(201);
  await page.goto(`/stocks?list=${id}`);
  await page.getByRole('button', { name: 'Menu of Tech' }).click();
  await page.getByRole('menuitem', { name: 'Delete list' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Delete the list Tech? Its 2 stocks stay on your watch list. Its 1 signal rule is deleted, too.',
  });
  await question.getByRole('button', { name: 'Delete list' }).click();
  await expect(page.getByRole('list', { name: 'Lists' })).toHaveCount(0);
  await expect(links(page)).toHaveText(['AAPL', 'MSFT', 'KO']);
  await expect(page).not.toHaveURL(/list=/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await chip(page, /^Tech 2/).click();
  await expect(links(page)).toHaveText(['AAPL', 'MSFT']);
});
