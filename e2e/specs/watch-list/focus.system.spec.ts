import { signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test.beforeEach(({ page, reader }) => signIn(page, reader));

test('goes to the first stock after "Show all stocks"', async ({ page }) => {
  await page.goto('/stocks');
  await page.getByLabel('Search your stocks').fill('no such stock');
  await page.getByRole('button', { name: 'Show all stocks' }).press('Enter');
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'AAPL' })).toBeFocused();
});

test('returns to the page after the end of a filter by a rule', async ({ page }) => {
  await page.goto('/stocks?matching=close%20%3E%200');
  const panel = page.getByRole('region', { name: 'Matching' });
  await panel.getByRole('button', { name: 'Show all stocks' }).press('Enter');
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('goes to the row that was selected last when the selection is cleared', async ({ page }) => {
  await page.goto('/stocks?view=table');
  await page.getByRole('checkbox', { name: 'Select MSFT' }).press('Space');
  await page.getByRole('button', { name: 'Clear the selection' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Selected stocks' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'MSFT' })).toBeFocused();
});

test('returns to the page, not to its first button, after a dialog that a key has opened', async ({
  page,
}) => {
  await page.goto('/stocks/AAPL');
  await expect(page.getByRole('figure').first()).toBeVisible();
  for (const close of ['6m', null]) {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toBeFocused();
    if (close !== null) await page.keyboard.type(close);
    await page.keyboard.press(close === null ? 'Escape' : 'Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
  }
  await expect(page).toHaveURL('/stocks/AAPL?range=6M');
});
