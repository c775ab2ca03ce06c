import type { Page } from '@playwright/test';
import { createAccount, noTokens, password, storedTokens } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const labels = ['First name', 'Last name', 'Email', 'Username', 'Password', 'Confirm password'] as const;
type Values = Partial<Record<(typeof labels)[number], string>>;

function newcomer(): Required<Values> {
  const name = `new${Math.random().toString(36).slice(2, 12)}`;
  return {
    'First name': 'Grace',
    'Last name': 'Hopper',
    Email: `${name}@example.com`,
    Username: name,
    Password: password,
    'Confirm password': password,
  };
}

async function fillIn(page: Page, values: Values): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
}

function submit(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Create Account' }).click();
}

test.beforeEach(({ page }) => page.goto('/register'));

test('has six fields, in order, and a way to sign in', async ({ page }) => {
  await expect(page).toHaveTitle('Sign Up · Stockbook');
  await expect(page.locator('form label')).toHaveText([...labels]);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
});

for (const [change, sentence] of [
  [{ Email: '' }, 'Email is required'],
  [{ Email: 'grace' }, 'Email is invalid'],
  [{ Username: '' }, 'Username is required'],
  [{ Username: 'ab' }, 'Username must be at least 3 characters'],
  [{ Password: '', 'Confirm password': 'x' }, 'Password is required'],
  [{ Password: '7 chars', 'Confirm password': '7 chars' }, 'Password must be at least 8 characters'],
  [{ 'Confirm password': '' }, 'Please confirm your password'],
  [{ 'Confirm password': 'another sentence' }, 'Passwords do not match'],
] as const satisfies readonly (readonly [Values, string])[]) {
  test(`${JSON.stringify(change)} is not sent: ${sentence}`, async ({ page, server }) => {
    await fillIn(page, { ...newcomer(), ...change });
    await submit(page);
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    expect(server.calls('auth.register')).toHaveLength(0);
    // The first invalid field has the focus, and editing it clears its error.
    const field = page.locator('[aria-invalid=true]').first();
    await expect(field).toBeFocused();
    await field.pressSequentially('z');
    await expect(page.getByText(sentence, { exact: true })).toBeHidden();
  });
}

test('shows the errors of all required fields at once', async ({ page }) => {
  await submit(page);
  for (const sentence of [
    'Email is required',
    'Username is required',
    'Password is required',
    'Please confirm your password',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(4);
});

test('creates an account: busy at first, then on the dashboard, signed in', async ({ page, server }) => {
  const values = newcomer();
  const release = await server.hold('auth.register');
  await fillIn(page, values);
  await submit(page);
  await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeDisabled();
  for (const label of labels) await expect(page.getByLabel(label, { exact: true })).toBeDisabled();
  release();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Welcome, Grace!')).toBeVisible();
  expect(server.calls('auth.register').map(({ input }) => input)).toEqual([
    {
      email: values.Email,
      username: values.Username,
      password,
      first_name: 'Grace',
      last_name: 'Hopper',
    },
  ]);
  expect(Object.values(await storedTokens(page)).every(Boolean)).toBe(true);
});

test('creates an account without first and last name', async ({ page }) => {
  const values = { ...newcomer(), 'First name': '', 'Last name': '' };
  await fillIn(page, values);
  await submit(page);
  await expect(page.getByText(`Welcome, ${values.Username}!`)).toBeVisible();
});

test('accepts the shortest permitted password and username', async ({ page }) => {
  const Username = Math.random().toString(36).slice(2, 5).padEnd(3, 'x');
  await fillIn(page, { ...newcomer(), Username, Password: 'kq7 zu2b', 'Confirm password': 'kq7 zu2b' });
  await submit(page);
  await expect(page).toHaveURL('/dashboard');
});

test('shows an error when the email is taken', async ({ page, api, log }) => {
  log.expect(/409.*auth\.register/);
  const { email } = await createAccount(api);
  await fillIn(page, { ...newcomer(), Email: email.toUpperCase() });
  await submit(page);
  await expect(page.getByRole('alert')).toContainText(/email/i);
  await expect(page).toHaveURL('/register');
});

test('shows "Registration failed" without a message of the server', async ({ page, server }) => {
  await server.fail('auth.register');
  await fillIn(page, newcomer());
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText('Registration failed');
});

test('shows "Invalid response from server" when the response has no access token', async ({
  page,
  server,
}) => {
  await server.answer('auth.register', {});
  await fillIn(page, newcomer());
  await submit(page);
  await expect(page.getByRole('alert')).toHaveText('Invalid response from server');
  expect(await storedTokens(page)).toEqual(noTokens);
});
