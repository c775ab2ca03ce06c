import type { Locator, Page } from '@playwright/test';
import { password, signIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/** Presses Tab until the element with the focus has this role and name. */
async function tabTo(page: Page, role: 'button' | 'link' | 'combobox' | 'textbox', name: RegExp | string) {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).first();
  await wanted.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return wanted;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach the ${role} ${name}.`);
}

async function press(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
}

/** Presses Tab more often than a dialog has controls. */
async function expectTrappedFocus(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
}

test('works from sign-up to sign-out by keyboard alone', async ({ page }) => {
  const name = `keys${Math.random().toString(36).slice(2, 10)}`;
  await page.goto('/');
  await press(page, 'link', 'Get Started');
  await expect(page).toHaveURL('/register');
  await tabTo(page, 'textbox', 'First name');
  for (const value of ['Ada', 'Keys', `${name}@example.com`, name, password, password]) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');

  await press(page, 'link', 'Stock Tracking');
  await expect(page).toHaveURL('/stocks');
  await press(page, 'button', 'Add Stock');
  await expect(page.getByLabel('Stock Symbol or ISIN')).toBeFocused();
  await page.keyboard.type('aapl');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Stock added successfully!')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  await press(page, 'link', 'AAPL');
  await expect(page.getByRole('figure')).toBeVisible();
  await tabTo(page, 'button', '1M');
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: '6M' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: '6M' })).toHaveAttribute('aria-pressed', 'true');
  await press(page, 'button', 'Show Indicators');
  await tabTo(page, 'combobox', 'Indicator type');
  await page.keyboard.type('Relative');
  await press(page, 'button', 'Calculate Indicator');
  await expect(page.getByRole('heading', { name: 'Calculated Indicators (1)' })).toBeVisible();

  await press(page, 'button', 'Edit');
  await tabTo(page, 'textbox', 'Notes');
  await page.keyboard.type('Written without a mouse.');
  await press(page, 'button', 'Save');
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Written without a mouse.');
  await press(page, 'button', 'Logout');
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
});

test.describe('shortcuts of the list', () => {
  test.beforeEach(async ({ page, reader }) => {
    await signIn(page, reader);
    await page.goto('/stocks');
    await expect(page.getByRole('article')).toHaveCount(4);
  });

  test('searches with /, moves to the results with arrow down, and opens one with Enter', async ({
    page,
  }) => {
    await page.keyboard.press('/');
    await expect(page.getByLabel('Search your stocks')).toBeFocused();
    await page.keyboard.type('apple');
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: 'AAPL' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/stocks/AAPL');
  });

  test('opens a stock with Enter right after the last letter, and keeps the search for the way back', async ({
    page,
  }) => {
    await page.keyboard.press('/');
    await page.keyboard.type('apple');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/stocks/AAPL');
    await page.goBack();
    await expect(page).toHaveURL('/stocks?q=apple');
  });

  test('moves between stocks with arrow keys, also in the grid', async ({ page }) => {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: 'AAPL' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: 'MSFT' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('link', { name: 'AAPL' })).toBeFocused();
    await page.getByRole('button', { name: 'Grid view' }).click();
    await page.getByRole('link', { name: 'AAPL' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('link', { name: 'MSFT' })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('link', { name: 'AAPL' })).toBeFocused();
  });

  test('marks the focused stock as favourite with f', async ({ page, server }) => {
    await server.answer('stocks.update', {});
    await page.getByRole('link', { name: 'MSFT' }).focus();
    await page.keyboard.press('f');
    await expect(
      page.getByRole('article', { name: /^MSFT/ }).getByTitle('Remove from favorites'),
    ).toBeVisible();
    // The star is shown before the request is sent.
    await expect
      .poll(() => server.calls('stocks.update').map(({ input }) => input))
      .toEqual([{ symbol: 'MSFT', is_favorite: true }]);
  });

  test('ignores shortcuts while text is typed', async ({ page }) => {
    await page.getByLabel('Search your stocks').pressSequentially('af?/');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByLabel('Search your stocks')).toHaveValue('af?/');
  });

  test('opens dialogs with a and ? that trap the focus, and restores it on Escape', async ({ page }) => {
    for (const [key, name] of [
      ['a', 'Add Stock to Track'],
      ['?', 'Keyboard shortcuts'],
    ] as const) {
      await page.getByRole('link', { name: 'AAPL' }).focus();
      await page.keyboard.press(key);
      const dialog = page.getByRole('dialog', { name });
      await expectTrappedFocus(page, dialog);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('link', { name: 'AAPL' })).toBeFocused();
    }
  });

  test('traps the focus in a confirmation, and restores it afterwards', async ({ page }) => {
    const bin = page.getByRole('article', { name: /^MSFT/ }).getByTitle('Stop tracking');
    await bin.focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await expectTrappedFocus(page, question);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(bin).toBeFocused();
  });
});

test('offers a skip link on the first Tab', async ({ page, account: _ }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
