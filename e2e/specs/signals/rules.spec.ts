import { signIn } from '../../support/session.ts';
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
  await page.getByRole('combobox', { name: 'Matching' }).selectOption('Type a rule…');
  const field = panel.getByRole('textbox', { name: 'Rule' });
  await field.fill('CLOSE >  sma(close, 5) or close <= sma(5)');
  await field.press('Enter');
  await expect(panel.getByText('Matching at the last close: 4 of 4')).toBeVisible();
  await expect(page.getByRole('article').getByText(/^True since [A-Z][a-z]{2} \d+, \d{4}$/)).toHaveCount(4);
  await expect(field).toHaveValue('close > sma(5) or close <= sma(5)');
  await page.reload();
  await expect(panel.getByText('Matching at the last close: 4 of 4')).toBeVisible();

  await field.fill('close < 0');
  await panel.getByRole('button', { name: 'Show matches' }).click();
  await expect(panel.getByText('Matching at the last close: 0 of 4')).toBeVisible();
  await expect(page.getByText('No stock on your list matches.')).toBeVisible();
  await panel.getByRole('button', { name: 'Show all stocks' }).click();
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(page).toHaveURL('/stocks');
});

test.describe('on a touch screen', () => {
  // Fields have larger text there.
  test.use({ hasTouch: true });

  test('underlines an error in the size of the text', async ({ page, reader }) => {
    await signIn(page, reader);
    await page.goto('/stocks');
    const panel = page.getByRole('region', { name: 'Matching' });
    await page.getByRole('combobox', { name: 'Matching' }).selectOption('Type a rule…');
    const field = panel.getByRole('textbox', { name: 'Rule' });
    await field.fill('rsi(14) above 30');
    await field.press('Enter');
    await expect(panel.getByText('above', { exact: true })).toHaveCSS('font-size', '16px');
    await expect(field).toHaveCSS('font-size', '16px');
  });
});
