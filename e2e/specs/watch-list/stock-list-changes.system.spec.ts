import { addStock } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test.beforeEach(async ({ page, api, account }) => {
  await addStock(api, account, 'MSFT');
  await addStock(api, account, 'AAPL');
  await page.goto('/stocks');
});

test('marks a favourite on the page at once, and on the server', async ({ page, server }) => {
  const release = await server.hold('stocks.update');
  const aapl = page.getByRole('article', { name: /^AAPL/ });
  await aapl.getByTitle('Add to favorites').click();
  await expect(aapl.getByTitle('Remove from favorites')).toBeVisible();
  await expect(page.getByRole('article', { name: /^MSFT/ }).getByTitle('Add to favorites')).toBeVisible();
  const saved = page.waitForResponse(/stocks\.update/);
  release();
  await saved;
  expect(server.calls('stocks.update').map(({ input }) => input)).toEqual([
    { symbol: 'AAPL', is_favorite: true },
  ]);
  await page.getByRole('button', { name: 'Favorites', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page).toHaveURL('/stocks?filter=favorites');
  await page.reload();
  await page.getByRole('button', { name: 'All Stocks' }).click();
  await aapl.getByTitle('Remove from favorites').click();
  await expect(aapl.getByTitle('Add to favorites')).toBeVisible();
});

for (const [sentence, provoke] of [
  ['Not today.', 'refuse'],
  ['Failed to update favorite', 'fail'],
] as const) {
  test(`reverts a favourite that is not saved: ${sentence}`, async ({ page, server }) => {
    if (provoke === 'refuse') await server.refuse('stocks.update', { message: sentence });
    else await server.fail('stocks.update');
    const aapl = page.getByRole('article', { name: /^AAPL/ });
    await aapl.getByTitle('Add to favorites').click();
    await expect(page.getByRole('alertdialog', { name: sentence })).toBeVisible();
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(aapl.getByTitle('Add to favorites')).toBeVisible();
    await expect(page.getByText('AAPL added to favorites')).toHaveCount(0, { timeout: 1000 });
  });
}

test('keeps the focus in the list when a stock leaves it', async ({ page }) => {
  for (const symbol of ['MSFT', 'AAPL']) {
    await page
      .getByRole('article', { name: new RegExp(`^${symbol}`) })
      .getByTitle('Add to favorites')
      .click();
  }
  await page.getByRole('button', { name: 'Favorites', exact: true }).click();
  await page.getByRole('article', { name: /^AAPL/ }).getByTitle('Remove from favorites').press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'MSFT' })).toBeFocused();
  await page.keyboard.press('f');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Show all stocks' })).toBeFocused();

  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: /^AAPL/ }).getByTitle('Stop tracking').press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop tracking' }).press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'MSFT' })).toBeFocused();
  // The message before this one has the same button.
  await expect(page.getByText('Stopped tracking AAPL')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'MSFT' })).toBeFocused();
});

test('asks before it stops tracking, and keeps the stock on Cancel', async ({ page, server }) => {
  await page.getByRole('article', { name: /^AAPL/ }).getByTitle('Stop tracking').click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to stop tracking AAPL?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(2);
  expect(server.calls('stocks.remove')).toHaveLength(0);
});

test('removes a stock from the list without reloading it', async ({ page, server }) => {
  await expect(page.getByRole('article')).toHaveCount(2);
  const loads = server.calls('stocks.list').length;
  const removed = page.waitForResponse(/stocks\.remove/);
  await page.getByRole('article', { name: /^AAPL/ }).getByTitle('Stop tracking').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop tracking' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText('Total Stocks').locator('xpath=..')).toContainText('1');
  await removed;
  expect(server.calls('stocks.list')).toHaveLength(loads);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
});

for (const [sentence, provoke] of [
  ['Not today.', 'refuse'],
  ['Failed to remove stock', 'fail'],
] as const) {
  test(`shows an error and keeps the stock when a removal fails: ${sentence}`, async ({ page, server }) => {
    if (provoke === 'refuse') await server.refuse('stocks.remove', { message: sentence });
    else await server.fail('stocks.remove');
    await page.getByRole('article', { name: /^AAPL/ }).getByTitle('Stop tracking').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop tracking' }).click();
    await expect(page.getByRole('alertdialog', { name: sentence })).toBeVisible();
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('article').getByRole('link')).toHaveText(['AAPL', 'MSFT']);
  });
}
