import { addStock, signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test('adds a rule for the whole list, switches it off and deletes it', async ({ page, account: _ }) => {
  await page.goto('/signals?tab=rules');
  await page.getByRole('button', { name: 'Add Signal' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add Signal' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const item = page.getByRole('list', { name: 'Rules' }).getByRole('listitem');
  await expect(item).toHaveCount(1);
  await expect(item).toContainText('Watch list');
  const saved = page.waitForResponse(/signals\.rules\.update/);
  await item.getByRole('switch').click();
  await expect(item.getByRole('switch')).not.toBeChecked();
  await saved;
  await page.reload();
  await expect(item.getByRole('switch')).not.toBeChecked();
  await item.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No signals yet.')).toBeVisible();
});

test('filters the watch list by a typed rule, which is in the address', async ({ page, reader }) => {
  await signIn(page, reader);
  await page.goto('/stocks');
  const panel = page.getByRole('region', { name: 'Matching' });
  const list = page.getByRole('region', { name: 'Tracked stocks' });
  const listBefore = await list.boundingBox();
  const button = page.getByRole('button', { name: /^Matching/ });
  await button.press('Enter');
  const choice = page.getByRole('dialog', { name: 'Matching' });
  const field = choice.getByRole('textbox', { name: 'Rule' });
  await expect(field).toBeFocused();
  expect(await list.boundingBox()).toEqual(listBefore);
  await field.fill('CLOSE >  sma(close, 5) or close <= sma(5)');
  await field.press('Enter');
  await expect(panel.getByText('Matching at the last close: 4 of 4')).toBeVisible();
  await expect(page.getByRole('article').getByText(/^True since [A-Z][a-z]{2} \d+, \d{4}$/)).toHaveCount(4);
  await expect(choice).toHaveCount(0);
  await expect(button).toHaveText('close > sma(5) or close <= sma(5)');
  await page.reload();
  await expect(panel.getByText('Matching at the last close: 4 of 4')).toBeVisible();

  await button.click();
  await expect(field).toHaveValue('close > sma(5) or close <= sma(5)');
  await field.fill('close < 0');
  await choice.getByRole('button', { name: 'Show matches' }).click();
  await expect(panel.getByText('Matching at the last close: 0 of 4')).toBeVisible();
  await expect(page.getByText('No stock on your list matches.')).toBeVisible();
  await panel.getByRole('button', { name: 'Show all stocks' }).click();
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(page).toHaveURL('/stocks');
});

test('offers saved rules as filters, and asks the server only for the one that is chosen', async ({
  page,
  api,
  account,
  server,
}) => {
  await addStock(api, account, 'KO');
  await addStock(api, account, 'MSFT');
  const headers = { authorization: `Bearer ${account.accessToken}` };
  for (const data of [
    { when: 'price touches 62.06', scope: 'stock', symbol: 'KO' },
    { when: 'close > sma(20)', name: 'Above its mean', scope: 'stock', symbol: 'KO' },
    { when: 'close > sma(5) or close <= sma(5)', name: 'Always', scope: 'watch_list' },
  ]) {
    expect((await api.post('/api/signals/rules', { headers, data })).status()).toBe(201);
  }
  await page.goto('/stocks');
  await page.getByRole('button', { name: 'Matching' }).click();
  const rules = page.getByRole('list', { name: 'Saved rules' });
  await expect(rules.getByRole('button')).toHaveText(['Always', 'Above its meanKO']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(rules.getByRole('button', { name: 'Always' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  expect(server.calls('signals.screen')).toHaveLength(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Matching at the last close: 2 of 2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Matching: Always' })).toBeFocused();
  expect(server.calls('signals.screen')).toHaveLength(1);
});

test.describe('on a touch screen', () => {
  // Fields have larger text there.
  test.use({ hasTouch: true });

  test('underlines an error in the size of the text', async ({ page, reader }) => {
    await signIn(page, reader);
    await page.goto('/stocks');
    const choice = page.getByRole('dialog', { name: 'Matching' });
    await page.getByRole('button', { name: 'Matching' }).tap();
    const field = choice.getByRole('textbox', { name: 'Rule' });
    await field.fill('rsi(14) above 30');
    await field.press('Enter');
    await expect(choice.getByText('above', { exact: true })).toHaveCSS('font-size', '16px');
    await expect(field).toHaveCSS('font-size', '16px');
  });
});
