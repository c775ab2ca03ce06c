import type { Page } from '@playwright/test';
import { addStock, createAccount, noTokens, password, signIn, storedTokens } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { type Item, withStock } from '../support/watch-list.ts';

test.use({ preloads: true });

async function signInByForm(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/dashboard');
}

test('shares the sign-in between two tabs', async ({ page, context, api }) => {
  const { email } = await createAccount(api);
  const other = await context.newPage();
  await other.goto('/');
  await signInByForm(page, email);
  await expect(other).toHaveURL('/dashboard');
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
});

test.describe('a token that is about to expire', () => {
  // Three tabs would download the code of all pages while they wait.
  test.use({ preloads: false });
  const soon = () => new Date(Date.now() + 30_000).toISOString();

  test('renews a token once when several requests and tabs wait for it', async ({
    page,
    context,
    api,
    server,
  }) => {
    const account = await createAccount(api);
    await addStock(api, account, 'AAPL');
    await page.goto('/');
    const release = await server.hold('auth.refresh');
    await page.evaluate(
      ([access = '', refresh = '', expiry = '']) => {
        localStorage.setItem('refreshToken', refresh);
        localStorage.setItem('tokenExpiry', expiry);
        localStorage.setItem('accessToken', access);
      },
      [account.accessToken, account.refreshToken, soon()],
    );
    const tabs = [page, await context.newPage(), await context.newPage()];
    await Promise.all(tabs.map((tab) => tab.goto('/stocks/AAPL')));
    await expect(page.getByText('Loading...')).toBeVisible();
    expect(server.calls('auth.me')).toHaveLength(0);
    release();
    for (const tab of tabs) await expect(tab.getByRole('figure')).toBeVisible();
    expect(server.calls('auth.refresh').map(({ input }) => input)).toEqual([
      { refresh_token: account.refreshToken, rotate: true },
    ]);
    const { accessToken, refreshToken } = await storedTokens(page);
    expect(accessToken).not.toBe(account.accessToken);
    expect(refreshToken).not.toBe(account.refreshToken);
    for (const { headers } of server.calls('stocks.get')) {
      expect(headers.authorization).toBe(`Bearer ${accessToken}`);
    }
  });

  test('signs out when its renewal is rejected', async ({ page, api, server }) => {
    const account = await createAccount(api);
    await server.refuse('auth.refresh', { status: 401, message: 'The refresh token has ended' });
    await signIn(page, { ...account, expiresAt: soon() });
    await page.goto('/stocks');
    await expect(page).toHaveURL('/login');
    expect(await storedTokens(page)).toEqual(noTokens);
  });

  test('uses a token on when its renewal is temporarily unavailable', async ({ page, api, server }) => {
    const account = await createAccount(api);
    await server.refuse('auth.refresh', { status: 503, message: 'Try again shortly.' });
    await signIn(page, { ...account, expiresAt: soon() });
    await page.goto('/stocks');
    await expect(page.getByText('No stocks tracked yet')).toBeVisible();
  });
});

test('stays signed in when the page is reloaded repeatedly on a slow network', async ({
  page,
  account: _,
}) => {
  await page.goto('/stocks');
  await expect(page.getByText('No stocks tracked yet')).toBeVisible();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  for (let count = 0; count < 14; count += 1) {
    const check = page.waitForRequest('**/trpc/auth.me');
    await page.reload({ waitUntil: 'commit' });
    await check;
  }
  await expect(page.getByText('No stocks tracked yet')).toBeVisible();
  await expect(page).toHaveURL('/stocks');
});

test.describe('a server that does not respond to the session check', () => {
  test('polls a server that does not respond, and then shows the page', async ({
    page,
    server,
    account: _,
  }) => {
    await server.refuse('auth.me', { status: 503, message: 'Try again shortly.' });
    await page.goto('/stocks');
    await expect(page.getByText('The server cannot be reached. Trying again...')).toBeVisible();
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    await expect.poll(() => server.calls('auth.me').length).toBeGreaterThanOrEqual(2);
    await server.restore('auth.me');
    await expect(page.getByText('No stocks tracked yet')).toBeVisible();
    await expect(page).toHaveURL('/stocks');
  });

  test('signs out while the server does not respond', async ({ page, server, account: _ }) => {
    await server.disconnect('auth.me');
    await page.goto('/stocks');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/login');
    expect(await storedTokens(page)).toEqual(noTokens);
  });
});

test('shows a notice while offline, and keeps the draft of a note', async ({
  page,
  context,
  api,
  account,
  log,
}) => {
  log.expect(/ERR_INTERNET_DISCONNECTED/);
  // Other parts that the page loads when idle may not have come yet.
  log.ignore(/ChunkLoadError/);
  await addStock(api, account, 'AAPL');
  const dialog = page.waitForResponse(/\/alert-dialog-/);
  await page.goto('/stocks/AAPL');
  await dialog;
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByRole('button', { name: 'Edit' }).click();
  await notes.getByRole('textbox').fill('Written in a tunnel.');
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
  await notes.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Failed to update notes' })).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(notes.getByRole('textbox')).toHaveValue('Written in a tunnel.');
  await context.setOffline(false);
  await expect(page.getByText('You are offline.', { exact: false })).toBeHidden();
  await notes.getByRole('button', { name: 'Save' }).click();
  await expect(notes.getByRole('textbox')).toBeHidden();
  await page.reload();
  await expect(notes).toContainText('Written in a tunnel.');
});

test('shows a notice when the server is slow, and aborts the request after ten seconds', async ({
  page,
  server,
}) => {
  await page.goto('/login');
  const release = await server.hold('auth.login');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password').fill(password);
  const started = Date.now();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('The server is slow to answer. Still waiting.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(
    'Login failedThe server did not answer in time. Try again.',
    { timeout: 20_000 },
  );
  expect(Date.now() - started).toBeGreaterThanOrEqual(10_000);
  await expect(page.getByText('The server is slow to answer.', { exact: false })).toBeHidden();
  release();
});

test('renders user input as text only', async ({ page, api, server }) => {
  const script = '<img src=x onerror="window.isBroken = true">';
  const account = await createAccount(api, script);
  await addStock(api, account, 'AAPL');
  await api.patch('/api/stocks/AAPL', {
    headers: { authorization: `Bearer ${account.accessToken}` },
    data: { notes: script },
  });
  await server.alter('stocks.list', withStock('AAPL', { name: script, sector: script }));
  await server.alter<Item>('stocks.get', (item) => ({ ...item, stock: { ...item.stock, name: script } }));
  await signIn(page, account);
  await page.goto('/stocks');
  await expect(page.getByText(`Welcome, ${script}!`)).toBeVisible();
  await expect(page.getByRole('article')).toContainText(script);
  await page.goto('/stocks/AAPL');
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText(script);
  await expect(page.getByRole('region', { name: 'Stock Information' })).toContainText(script);
  await expect(page.locator('img')).toHaveCount(0);
  expect(await page.evaluate(() => 'isBroken' in window)).toBe(false);
});

test('keeps an alert accessible when another dialog hides the rest of the page', async ({
  page,
  reader,
  server,
}) => {
  await server.refuse('stocks.update', { message: 'Not today.' });
  await signIn(page, reader);
  await page.goto('/stocks');
  await page.getByTitle('Add to favorites').first().click();
  const alert = page.getByRole('alertdialog', { name: 'Not today.' });
  await expect(alert).toBeVisible();
  await alert.evaluate((element) => element.closest('body > *')?.setAttribute('aria-hidden', 'true'));
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(alert).toHaveCount(0);
});
