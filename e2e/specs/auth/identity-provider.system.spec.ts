import type { Page } from '@playwright/test';
import { freePort } from '@stockbook/testing';
import { IdentityProvider, settingsFor } from '../../support/identity-provider.ts';
import { checkLooks } from '../../support/looks.ts';
import { runServer } from '../../support/own-server.ts';
import { createAccount, storedTokens } from '../../support/session.ts';
import { test as base, expect } from '../../support/test.ts';

interface Program {
  readonly provider: IdentityProvider;
  readonly url: string;
  /** The lines of its log. */
  readonly lines: readonly string[];
}

/** Starts a provider, and a program whose users sign in by it. */
async function runProgram(settings: Record<string, string>, use: (program: Program) => Promise<void>) {
  const url = `http://localhost:${await freePort()}`;
  const provider = await IdentityProvider.start(url);
  await runServer(
    () => ({ ...settingsFor(provider.issuer, url), ...settings }),
    ({ lines }) => use({ provider, url, lines }),
  );
  await provider.stop();
}

// One worker: each would start programs of its own.
base.describe.configure({ mode: 'default' });

const test = base.extend<object, { program: Program; withoutPasswords: Program }>({
  program: [({ browser: _ }, use) => runProgram({}, use), { scope: 'worker', timeout: 120_000 }],
  withoutPasswords: [
    ({ browser: _ }, use) => runProgram({ OIDC_ONLY: 'on', OIDC_SIGN_UP: 'off' }, use),
    { scope: 'worker', timeout: 120_000 },
  ],
  serverUrl: [({ program }, use) => use(program.url), { scope: 'worker' }],
});

test.beforeEach(({ program: { provider } }) => {
  Object.assign(provider, { person: null, signedInAgoS: 0, isTokenEndpointDown: false });
});

const cardOf = (page: Page) => page.getByRole('region', { name: 'Connected sign-in' });
const alertOf = (page: Page) => page.getByRole('alert');

async function signInByProvider(page: Page): Promise<void> {
  // Otherwise the provider would go on with the person of an earlier sign-in.
  await page.context().clearCookies({ domain: '127.0.0.1' });
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign in with Home' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
}

/** The sentence to which a failed sign-in leads. */
async function expectProblem(page: Page, path: string, sentence: string): Promise<void> {
  await expect(alertOf(page)).toHaveText(sentence);
  await expect(page).toHaveURL(new RegExp(`${path}#problem=\\w+$`));
}

test('signs up, signs in again, and leaves no code or token in addresses, referrers, history or the log', async ({
  page,
  program: { provider, lines },
}) => {
  const addresses: string[] = [];
  const referrers: string[] = [];
  page.on('request', (request) => {
    addresses.push(request.url());
    referrers.push(request.headers().referer ?? '');
  });
  const exchanged: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/exchange')) exchanged.push(String(request.postDataJSON().code));
  });
  const { email } = provider.invite();
  await signInByProvider(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  const tokens = Object.values(await storedTokens(page)).filter((value) => value !== null);
  expect(tokens).toHaveLength(3);
  const callback = new URL(addresses.find((address) => address.includes('/callback?')) ?? '');
  const [code = '', state = ''] = ['code', 'state'].map((name) => callback.searchParams.get(name) ?? '');
  const secrets = [...tokens.filter((token) => token.length > 30), ...exchanged, code, state];
  expect(secrets).toHaveLength(5);
  const history = await page.evaluate(() => navigation.entries().map(({ url }) => url));
  for (const secret of secrets) {
    expect(referrers.filter((referrer) => referrer.includes(secret))).toEqual([]);
    expect(history.filter((url) => url?.includes(secret))).toEqual([]);
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  }
  // The page takes its code out of the fragment, which no request contains; the provider sends its own once.
  for (const secret of [...tokens.slice(0, 2), ...exchanged]) {
    expect(addresses.filter((address) => address.includes(secret))).toEqual([]);
  }
  expect(addresses.filter((address) => address.includes(code))).toHaveLength(1);

  await page.goto('/settings');
  await expect(page.getByText('No password yet')).toBeVisible();
  await expect(cardOf(page)).toContainText(/Connected since \w+ \d+, \d{4}/);
  await checkLooks(page);
  await signOut(page);
  await signInByProvider(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/settings');
  await expect(page.getByText(email)).toBeVisible();
});

test('connects an account, signs in to it, and disconnects it', async ({
  page,
  account,
  program: { provider },
}) => {
  provider.invite();
  await page.goto('/settings');
  await expect(cardOf(page)).toContainText('Not connected');
  await checkLooks(page);
  await cardOf(page).getByRole('button', { name: 'Connect Home' }).click();
  await expect(cardOf(page)).toContainText('Connected since');
  await expect(page).toHaveURL(/\/settings$/);
  await signOut(page);
  await signInByProvider(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/settings');
  await expect(page.getByText(account.email)).toBeVisible();
  await cardOf(page).getByRole('button', { name: 'Disconnect' }).click();
  await expect(cardOf(page)).toContainText('Not connected');
  await expect(cardOf(page).getByRole('button', { name: 'Connect Home' })).toBeVisible();
});

test('keeps the last way to sign in until a password is set', async ({
  page,
  log,
  program: { provider },
}) => {
  log.expect(/409.*auth\.disconnectProvider/);
  provider.invite();
  await signInByProvider(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/settings');
  await cardOf(page).getByRole('button', { name: 'Disconnect' }).click();
  await expect(alertOf(page)).toHaveText('Set a password or add a passkey first');
  await page.getByRole('button', { name: 'Set a password' }).click();
  await page.getByLabel('New password', { exact: true }).fill('a long and private sentence');
  await page.getByLabel('Confirm new password').fill('a long and private sentence');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your password was set.')).toBeVisible();
  await cardOf(page).getByRole('button', { name: 'Disconnect' }).click();
  await expect(cardOf(page)).toContainText('Not connected');
});

test('confirms a sign-in by the provider, unless it says that the person signed in long ago', async ({
  page,
  log,
  program: { provider },
}) => {
  log.expect(/403.*transfer\.exportAccount/);
  provider.invite();
  provider.signedInAgoS = 700;
  await signInByProvider(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  const confirm = async () => {
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
    await expect(dialog.getByRole('button', { name: 'Confirm with Home' })).toBeVisible();
    return dialog;
  };
  const dialog = await confirm();
  await checkLooks(page);
  await dialog.getByRole('button', { name: 'Confirm with Home' }).click();
  await expectProblem(page, '/settings', 'Home did not say that you signed in just now');
  await page.goto('about:blank');
  provider.signedInAgoS = 0;
  await (await confirm()).getByRole('button', { name: 'Confirm with Home' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(cardOf(page)).toContainText('Connected since');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await download;
});

test('sets a password in place of an expired one of the operator, which it does not ask for', async ({
  page,
  server,
  program: { provider },
}) => {
  provider.invite();
  await signInByProvider(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  const message = 'Choose a new password first';
  await server.refuse('signals.list', { status: 403, code: 'PASSWORD_CHANGE_REQUIRED', message });
  const state = { changed_at: '2020-11-01T00:00:00.000Z', must_change_until: '2020-11-04T00:00:00.000Z' };
  await server.answer('auth.password', state);
  await page.goto('/dashboard');
  await expect(page.getByText('Yours was set by the operator and has expired.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveCount(0);
  await checkLooks(page);
  await page.getByLabel('New password', { exact: true }).fill('a long and private sentence');
  await page.getByLabel('Confirm new password').fill('a long and private sentence');
  await server.restore();
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/settings');
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
});

test('says why a sign-in failed', async ({ page, api, program: { provider } }) => {
  const { email } = await createAccount(api);
  provider.invite({ email });
  await signInByProvider(page);
  await expectProblem(
    page,
    '/login',
    'An account with this email exists. Sign in with your password once, then connect it in the settings',
  );
  await checkLooks(page);
  provider.invite({ email: '' });
  await signInByProvider(page);
  await expectProblem(page, '/login', 'Home sent no email address');
  provider.person = null;
  await signInByProvider(page);
  await expectProblem(page, '/login', 'Home refused the sign-in');
  await expect(page.getByText('a text of the provider')).toHaveCount(0);
  provider.invite();
  provider.isTokenEndpointDown = true;
  await signInByProvider(page);
  await expectProblem(page, '/login', 'Home cannot be reached. Try again, or sign in with your password');
  await page.goto('/api/auth/oidc/callback?code=a&state=b');
  await expectProblem(page, '/login', 'This sign-in was not begun in this browser');
  // The problem is gone after a sign-in that succeeds.
  provider.isTokenEndpointDown = false;
  await page.getByRole('link', { name: 'Sign in with Home' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('refuses to connect a person of another account', async ({ page, account: _, browser, program }) => {
  program.provider.invite();
  const other = await browser.newContext({ baseURL: program.url });
  const first = await other.newPage();
  await signInByProvider(first);
  await expect(first).toHaveURL(/\/dashboard$/);
  await other.close();
  await page.goto('/settings');
  await cardOf(page).getByRole('button', { name: 'Connect Home' }).click();
  await expectProblem(page, '/settings', 'Another account here is connected with that sign-in');
  await expect(cardOf(page)).toContainText('Not connected');
  await checkLooks(page);
});

test('refuses the code of another browser', async ({ page, log, program: { provider } }) => {
  log.expect(/400.*oidc\/exchange/);
  provider.invite();
  await page.goto('/signed-in#code=of-another-browser');
  await expect(alertOf(page)).toHaveText('This sign-in was not begun in this browser');
  await expect(page).toHaveURL(/\/signed-in$/);
  await checkLooks(page);
  await page.getByRole('link', { name: 'Back to the sign-in' }).click();
  await expect(page.getByRole('link', { name: 'Sign in with Home' })).toBeVisible();
});

test('leads from the page without a code to the sign-in', async ({ page }) => {
  await page.goto('/signed-in');
  await expect(page).toHaveURL(/\/login$/);
});

test('keeps the form with OIDC_ONLY, which says that passwords are off', async ({
  page,
  log,
  withoutPasswords: { provider, url },
}) => {
  log.expect(/403.*auth\.login/);
  log.expect(/403.*auth\.register/);
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password').fill('a long and private sentence');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(alertOf(page)).toHaveText('Sign in with Home: passwords are off here');
  await expect(page.getByRole('link', { name: 'Sign in with Home' })).toBeVisible();
  await checkLooks(page);
  provider.invite();
  await page.getByRole('link', { name: 'Sign in with Home' }).click();
  await expectProblem(page, '/login', 'There is no account for you here. Ask the operator');
  await page.goto(`${url}/register`);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('a long and private sentence');
  await page.getByLabel('Confirm password').fill('a long and private sentence');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(alertOf(page)).toHaveText('Sign in with Home: passwords are off here');
});
