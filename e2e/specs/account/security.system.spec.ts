import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { type Account, noTokens, storedTokens } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';
import { previousTotp, totp } from '../../support/totp.ts';

const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Signs in as a script; the status, and the access token of the new sign-in. */
async function logIn(api: APIRequestContext, { email }: Account, password: string) {
  const response = await api.post('/api/auth/login', { data: { email, password } });
  const body: { access_token?: string } = await response.json();
  return { status: response.status(), token: body.access_token ?? '' };
}

async function isAccepted(api: APIRequestContext, token: string): Promise<boolean> {
  const response = await api.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
  return response.status() === 200;
}

async function signInByForm(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test.beforeEach(async ({ page, account: _ }) => page.goto('/settings'));

test('changes the password, ends other sign-ins, and stays signed in', async ({
  page,
  api,
  account,
  log,
}) => {
  log.expect(/400.*auth\.changePassword/);
  const other = await logIn(api, account, account.password);
  const card = cardOf(page, 'Password');
  await card.getByRole('button', { name: 'Change password' }).click();
  await expect(card.getByLabel('Current password')).toBeFocused();
  const newPassword = 'quite another sentence';
  await card.getByLabel('Current password').fill('not my sentence');
  await card.getByLabel('New password', { exact: true }).fill(newPassword);
  await card.getByLabel('Confirm new password').fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(card.getByRole('alert')).toHaveText('That is not your password');
  await card.getByLabel('Current password').fill(account.password);
  await page.keyboard.press('Enter');
  await expect(card.getByRole('status')).toHaveText(/^Your password was changed\. 1 other sign-in/);
  await expect(card.getByText(/^Last changed/)).toBeVisible();

  expect(await isAccepted(api, other.token)).toBe(false);
  expect(await isAccepted(api, account.accessToken)).toBe(false);
  expect((await logIn(api, account, account.password)).status).toBe(401);
  expect((await logIn(api, account, newPassword)).status).toBe(200);
  await page.reload();
  await expect(cardOf(page, 'Activity').getByText('Changed the password')).toBeVisible();
});

test('lists sign-ins, and ends another one', async ({ page, api, account }) => {
  const other = await logIn(api, account, account.password);
  await page.reload();
  const rows = cardOf(page, 'Sign-ins').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'This device' })).toHaveText(
    /127\.0\.0\.1.*Signed in .* · last used today/,
  );
  await rows.getByRole('button', { name: /^Sign out/ }).click();
  const question = page.getByRole('alertdialog', { name: /^Sign out .*\? It stops working at once\.$/ });
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(rows).toHaveCount(1);
  expect(await isAccepted(api, other.token)).toBe(false);
  expect(await isAccepted(api, account.accessToken)).toBe(true);
});

test('turns two-step sign-in on, signs in with a code, and turns it off', async ({ page, account, log }) => {
  log.expect(/401.*auth\.login/);
  const card = cardOf(page, 'Two-step sign-in');
  await card.getByRole('button', { name: 'Turn on' }).click();
  const setup = page.getByRole('dialog', { name: 'Turn on two-step sign-in' });
  await expect(setup.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = ((await setup.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await setup.getByLabel('Code', { exact: true }).fill(await previousTotp(secret));
  await setup.getByRole('button', { name: 'Continue' }).click();
  const kept = page.getByRole('dialog', { name: 'Keep these recovery codes' });
  await expect(kept.getByRole('listitem')).toHaveCount(10);
  await page.keyboard.press('Escape');
  await kept.getByLabel('I have kept them').check();
  await kept.getByRole('button', { name: 'Done' }).click();
  await expect(card.getByText(/^On since .* · 10 recovery codes left$/)).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await signInByForm(page, account);
  await expect(page.getByLabel('Code')).toBeFocused();
  await expect(page.getByText('Enter the code from your authenticator app')).toBeVisible();
  await page.getByLabel('Code').fill(totp(secret));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/settings');
  await card.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
});

test('exports the account after the password was confirmed', async ({ page, account, server, log }) => {
  log.expect(/400.*auth\.confirm/);
  // The sign-in of the test is too young to need it.
  await server.refuse('transfer.exportAccount', {
    status: 403,
    code: 'CONFIRMATION_REQUIRED',
    message: 'Enter your password to go on',
  });
  const card = cardOf(page, 'Your data');
  await card.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card.getByRole('alert')).toHaveText('Enter your password to go on');
  await card.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await server.restore('transfer.exportAccount');
  await page.keyboard.type('a wrong sentence');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('That is not your password');
  await dialog.getByLabel('Password').fill(account.password);
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^stockbook-export-\d{4}-\d{2}-\d{2}\.json$/);
  const exported = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(exported.profile).toMatchObject({ email: account.email });
  await expect(dialog).toBeHidden();
});

test('deletes the account after its username was typed', async ({ page, api, account, log }) => {
  log.expect(/400.*auth\.deleteAccount/);
  await cardOf(page, 'Your data').getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByLabel('Type your username')).toBeFocused();
  await page.keyboard.type('somebody');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('That is not your username');
  await dialog.getByLabel('Type your username').fill(account.name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('status').filter({ hasText: 'Your account was deleted' })).toBeVisible();
  expect(await storedTokens(page)).toEqual(noTokens);
  expect((await logIn(api, account, account.password)).status).toBe(401);
});

test('confirms above another dialog, by keyboard, and returns to it', async ({ page, account, server }) => {
  await server.refuse('auth.deleteAccount', {
    status: 403,
    code: 'CONFIRMATION_REQUIRED',
    message: 'Enter your password to go on',
  });
  await cardOf(page, 'Your data').getByRole('button', { name: 'Delete account' }).click();
  const below = page.getByRole('dialog', { name: 'Delete your account?' });
  const above = page.getByRole('dialog', { name: 'Confirm it is you' });
  await expect(below.getByLabel('Type your username')).toBeFocused();
  await page.keyboard.type(account.name);
  await page.keyboard.press('Enter');
  await expect(above.getByLabel('Password')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(above.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(above).toBeHidden();
  await expect(below.getByRole('alert')).toHaveText('Enter your password to go on');
});

test('two tabs that renew at the same moment send one request and stay signed in', async ({
  page,
  context,
  account: _,
  server,
}) => {
  const other = await context.newPage();
  const tabs = [page, other];
  for (let renewals = 1; renewals <= 2; renewals += 1) {
    // Not a page of the client, which might begin to renew and be cut off by the navigation.
    await Promise.all(tabs.map((tab) => tab.goto('/theme.js')));
    const before = await storedTokens(page);
    await page.evaluate(() => localStorage.setItem('tokenExpiry', new Date(0).toISOString()));
    await Promise.all(tabs.map((tab) => tab.goto('/settings')));
    for (const tab of tabs) {
      await expect(cardOf(tab, 'Sign-ins').getByText('This device')).toBeVisible();
    }
    expect(server.calls('auth.refresh')).toHaveLength(renewals);
    const after = await storedTokens(page);
    expect(after.refreshToken).not.toBe(before.refreshToken);
    expect(await storedTokens(other)).toEqual(after);
  }
});

test('goes on after the response to a renewal was lost, and says later that the sign-in has ended', async ({
  page,
  api,
  account,
  server,
}) => {
  // As if the page had been closed before it stored the response.
  const renew = () =>
    api.post('/api/auth/refresh', { data: { refresh_token: account.refreshToken, rotate: true } });
  expect((await renew()).status()).toBe(200);
  const expire = () => page.evaluate(() => localStorage.setItem('tokenExpiry', new Date(0).toISOString()));
  await expire();
  await page.reload();
  await expect(cardOf(page, 'Sign-ins').getByText('This device')).toBeVisible();

  const message = 'The sign-in has ended: sign in again';
  await server.refuse('auth.refresh', { status: 401, message });
  await page.goto('/theme.js');
  await expire();
  await page.goto('/settings');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible();
  expect(await storedTokens(page)).toEqual(noTokens);
  await signInByForm(page, account);
  await expect(page).toHaveURL('/dashboard');
});
