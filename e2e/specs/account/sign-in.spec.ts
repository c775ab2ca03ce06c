import type { Page } from '@playwright/test';
import { createAccount, noTokens, storedTokens } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

function submit(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Sign In' }).click();
}

test.beforeEach(({ page }) => page.goto('/login'));

test('has a title, two fields and a way to sign up', async ({ page }) => {
  await expect(page).toHaveTitle('Sign In · Stockbook');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'email');
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/register');
});

test('focuses the first field, so that typing can begin', async ({ page }) => {
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByLabel('First name')).toBeFocused();
});

for (const [email, password, sentences] of [
  ['', '', ['Email is required', 'Password is required']],
  ['', 'secret sentence', ['Email is required']],
  ['unknown', 'secret sentence', ['Email is invalid']],
  ['unknown@home', '', ['Email is invalid', 'Password is required']],
  ['unknown@example.com', '', ['Password is required']],
] as const) {
  test(`"${email}" with ${password ? 'a' : 'no'} password is not sent: ${sentences.join(', ')}`, async ({
    page,
    server,
  }) => {
    await fillIn(page, email, password);
    await submit(page);
    for (const sentence of sentences) await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    await expect(page.getByText(/ is (required|invalid)$/)).toHaveCount(sentences.length);
    await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
    expect(server.calls('auth.login')).toHaveLength(0);
  });
}

test("clears a field's error when the field is edited", async ({ page }) => {
  await submit(page);
  await page.getByLabel('Email').fill('a');
  await expect(page.getByText('Email is required')).toBeHidden();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByLabel('Password').fill('a');
  await expect(page.getByText('Password is required')).toBeHidden();
});

test('signs in: busy first, then on the dashboard with the tokens stored', async ({ page, server, api }) => {
  const account = await createAccount(api);
  const release = await server.hold('auth.login');
  await fillIn(page, account.email, account.password);
  await submit(page);
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeDisabled();
  await expect(page.getByLabel('Email')).toBeDisabled();
  await expect(page.getByLabel('Password')).toBeDisabled();
  release();
  await expect(page).toHaveURL('/dashboard');
  const tokens = await storedTokens(page);
  expect(tokens.accessToken).toMatch(/.{20}/);
  expect(tokens.refreshToken).toMatch(/.{20}/);
  expect(Date.parse(tokens.tokenExpiry ?? '')).toBeGreaterThan(Date.now());
  expect(server.calls('auth.me').at(-1)?.headers.authorization).toBe(`Bearer ${tokens.accessToken}`);
  expect(server.calls('auth.login')[0]?.headers['content-type']).toBe('application/json');
});

test('shows an error after a wrong password, and accepts another attempt', async ({ page, api, log }) => {
  log.expect(/401.*auth\.login/);
  const account = await createAccount(api);
  await fillIn(page, account.email, 'a wrong sentence');
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Password').fill(account.password);
  await submit(page);
  await expect(page).toHaveURL('/dashboard');
});

test("shows the server's message first", async ({ page, server }) => {
  await server.refuse('auth.login', { status: 429, message: 'Too many tries. Wait a minute.' });
  await fillIn(page, 'ada@example.com', 'secret sentence');
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText('Too many tries. Wait a minute.');
});

test('shows "Login failed" without a message of the server', async ({ page, server }) => {
  await server.fail('auth.login');
  await fillIn(page, 'ada@example.com', 'secret sentence');
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText('Login failed');
});

test('shows an error when the server cannot be reached', async ({ page, server }) => {
  await server.disconnect('auth.login');
  await fillIn(page, 'ada@example.com', 'secret sentence');
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText(
    'Login failedThe server cannot be reached. Check your connection and try again.',
  );
});

test('shows "Invalid response from server" when the response has no access token', async ({
  page,
  server,
}) => {
  await server.answer('auth.login', {});
  await fillIn(page, 'ada@example.com', 'secret sentence');
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText('Invalid response from server');
  expect(await storedTokens(page)).toEqual(noTokens);
});

test('shows "An unexpected error occurred" after any other failure', async ({ page, server }) => {
  await server.answer('auth.login', { access_token: 'a', refresh_token: 'b', expires_at: '2099-01-01' });
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('The quota is used up.');
    };
  });
  await fillIn(page, 'ada@example.com', 'secret sentence');
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred');
});

test('removes the tokens when the user cannot be fetched after the sign-in', async ({
  page,
  server,
  api,
}) => {
  const account = await createAccount(api);
  await server.refuse('auth.me', { message: 'Something broke.' });
  await fillIn(page, account.email, account.password);
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText('Something broke.');
  expect(await storedTokens(page)).toEqual(noTokens);
});
