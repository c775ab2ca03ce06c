import { noTokens, storedTokens } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test.beforeEach(async ({ page, account: _ }) => page.goto('/settings'));

test('shows the signed-in user', async ({ page, account }) => {
  await expect(page).toHaveTitle('Settings · Stockbook');
  const profile = page.getByRole('region', { name: 'Profile' });
  await expect(profile.getByRole('term')).toHaveText(['Name', 'Username', 'Email']);
  await expect(profile.getByRole('definition')).toHaveText(['Ada', account.name, account.email]);
});

test('the theme changes at once, stays after a reload, and System follows the device', async ({ page }) => {
  const theme = page.getByRole('region', { name: 'Appearance' });
  const html = page.locator('html');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(theme.getByRole('button', { name: 'System' })).toHaveAttribute('aria-pressed', 'true');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await theme.getByRole('button', { name: 'Dark' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await theme.getByRole('button', { name: 'System' }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await theme.getByRole('button', { name: 'Light' }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
});

test('turns single-key shortcuts off', async ({ page }) => {
  const shortcuts = page.getByRole('switch', { name: 'Single-key shortcuts' });
  await shortcuts.press('Space');
  await expect(shortcuts).not.toBeChecked();
  await page.goto('/stocks');
  await expect(page.getByText('No stocks tracked yet')).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('ends every sign-in after a confirmation', async ({ page, api, account }) => {
  const other = await api.post('/api/auth/login', {
    data: { email: account.email, password: account.password },
  });
  const { access_token } = await other.json();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out on this device and on all others?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/login');
  expect(await storedTokens(page)).toEqual(noTokens);
  const answer = await api.get('/api/auth/me', { headers: { authorization: `Bearer ${access_token}` } });
  expect(answer.status()).toBe(401);
});

test('keeps the sign-in and shows an error when Sign out everywhere fails', async ({ page, server }) => {
  await server.refuse('auth.logoutAll', { status: 503, message: 'The database cannot be reached.' });
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('alert')).toHaveText('The database cannot be reached.');
  expect((await storedTokens(page)).accessToken).not.toBeNull();
});
