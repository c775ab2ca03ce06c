import type { Locator } from '@playwright/test';
import { noTokens, storedTokens } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

interface User {
  first_name: string | null;
  username: string;
}

test.beforeEach(({ account: _ }) => {});

/** How many pixels of a text are cut off. */
const cutOf = (text: Locator) =>
  text.evaluate(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth - clientWidth + scrollHeight - clientHeight,
  );

test('welcomes the user by first name, in full where the links to the pages are beside it', async ({
  page,
}) => {
  await page.goto('/dashboard');
  const welcome = page.getByRole('banner').getByText('Welcome, Ada!');
  await expect(welcome).toBeVisible();
  for (const width of [640, 768, 832, 1088]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await cutOf(welcome), `${width} pixels`).toBe(0);
  }
});

test.describe('on a small tablet', () => {
  test.use({ viewport: { width: 640, height: 800 }, hasTouch: true, isMobile: true });

  test('welcomes the user in full', async ({ page }) => {
    await page.goto('/dashboard');
    const welcome = page.getByRole('banner').getByText('Welcome, Ada!');
    await expect(welcome).toBeVisible();
    expect(await cutOf(welcome)).toBe(0);
  });
});

test('welcomes by username without a first name, and as User without either', async ({
  page,
  server,
  account,
}) => {
  await server.alter<User>('auth.me', (user) => ({ ...user, first_name: null }));
  await page.goto('/dashboard');
  await expect(page.getByText(`Welcome, ${account.name}!`)).toBeVisible();
  await server.alter<User>('auth.me', (user) => ({ ...user, first_name: '', username: '' }));
  await page.reload();
  await expect(page.getByText('Welcome, User!')).toBeVisible();
});

test('links the brand to the dashboard', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Stockbook, dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('leads back from a stock to the list, and from there to the dashboard', async ({
  page,
  reader,
  context,
}) => {
  await context.addInitScript((token) => localStorage.setItem('accessToken', token), reader.accessToken);
  await page.goto('/stocks/AAPL');
  await page.getByRole('link', { name: 'Back to stocks' }).click();
  await expect(page).toHaveURL('/stocks');
  await page.getByRole('link', { name: 'Back to dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('link', { name: /Back/ })).toHaveCount(0);
});

test('ends the sign-in in the browser and on the server on Logout', async ({ page, api, account }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
  expect(await storedTokens(page)).toEqual(noTokens);
  const headers = { authorization: `Bearer ${account.accessToken}` };
  // The page waits 2 s at most for a slow server.
  await expect.poll(async () => (await api.get('/api/auth/me', { headers })).status()).toBe(401);
});

test('ends the sign-in in the browser on Logout when the server fails', async ({ page, server }) => {
  await server.refuse('auth.logout');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
  expect(await storedTokens(page)).toEqual(noTokens);
});

test('links the menu to the settings and to the shortcuts', async ({ page, account }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'User menu' }).click();
  await expect(page.getByText(account.email)).toBeVisible();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/settings');
});

test('moves the focus into the menu, and restores it on Escape', async ({ page }) => {
  await page.goto('/dashboard');
  const button = page.getByRole('button', { name: 'User menu' });
  await button.press('Enter');
  const menu = page.getByRole('dialog', { name: 'User menu' });
  await expect(menu.getByRole('link', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
});

test('restores the focus to the menu button after the shortcuts', async ({ page }) => {
  await page.goto('/dashboard');
  const button = page.getByRole('button', { name: 'User menu' });
  await button.press('Enter');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();
  await expect(button).toBeFocused();
});
