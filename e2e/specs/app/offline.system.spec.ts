import type { Locator, Page } from '@playwright/test';
import { expect, readKept, signInAt, test, waitForWorker } from '../../support/app.ts';
import type { FrontProxy } from '../../support/front-proxy.ts';
import { type Account, addStock, createAccount, signInAgain, tokensOf } from '../../support/session.ts';

const offlineBar = /Offline\. What you see is from [A-Z][a-z]{2} \d{1,2}, \d{2}:\d{2}\./;

/** Opens the list and a stock as a user who keeps them on this device. */
async function keepPages(page: Page, account: Account): Promise<void> {
  await signInAt(page, account);
  await page.evaluate(() => localStorage.setItem('keepsLastSeen', 'yes'));
  await page.goto('/stocks');
  await waitForWorker(page);
  const kept = async () => JSON.stringify((await readKept(page)).databases);
  await expect.poll(kept).toContain('"list":{');
  await page.goto('/stocks/AAPL');
  await page.locator('figure canvas').first().waitFor();
  await expect.poll(kept).toContain('"chart":{');
}

/** Personal words that must be gone after a sign-out. */
async function personalRemains(page: Page, { name, accessToken, refreshToken }: Account): Promise<string[]> {
  const kept = await readKept(page);
  const text = JSON.stringify(kept);
  expect(kept.caches.filter((path) => /^\/(api|trpc|mcp)/.test(path))).toEqual([]);
  return [name, accessToken, refreshToken, 'AAPL'].filter((word) => text.includes(word));
}

/**
 * The values that pages have stored for users in local storage. A sign-out on purpose removes them, a refused sign-in
 * does not.
 */
async function userState(page: Page): Promise<string[]> {
  const { local } = await readKept(page);
  return Object.keys(local).filter((key) => key.startsWith('user.'));
}

/** The parts of a device that only the worker's registration knows. */
function deviceRemains(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return {
      notifications: (await registration?.getNotifications())?.length ?? 0,
      subscription: (await registration?.pushManager.getSubscription()) ?? null,
    };
  });
}

function goOffline(front: FrontProxy): void {
  front.mode = 'refuse';
}

/** Opens the list without a network, of a user who keeps it on this device. */
async function openListOffline(page: Page, front: FrontProxy, account: Account): Promise<void> {
  await keepPages(page, account);
  goOffline(front);
  await page.goto('/stocks');
  await expect(page.getByText(offlineBar)).toBeVisible();
}

test('shows the list and the chart that were seen last without a network, and fetches them again with one', async ({
  page,
  front,
  api,
  reader,
}) => {
  await openListOffline(page, front, await signInAgain(api, reader));
  await expect(page.getByRole('link', { name: /AAPL/ }).first()).toBeVisible();
  const add = page.getByRole('button', { name: 'Add Stock' });
  await expect(add).toBeDisabled();
  await expect(add).toHaveAttribute('title', 'Not possible offline');

  await page.getByRole('link', { name: /AAPL/ }).first().click();
  await expect(page.locator('figure canvas').first()).toBeVisible();
  await page.goto('/settings');
  await expect(
    page.getByText('This page was not kept on this device. It opens when the server can be reached again.'),
  ).toBeVisible();

  front.mode = 'forward';
  await expect(page.getByText(offlineBar)).toBeHidden({ timeout: 40_000 });
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
});

/** Opens a page and returns the names of its buttons, fields and switches that can be used. */
async function usableControls(page: Page, path: string, ready: Locator): Promise<string[]> {
  await page.goto(path);
  await ready.waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLButtonElement | HTMLInputElement>('main :is(button, select, input)')]
      .filter((control) => control.checkVisibility() && !control.matches(':disabled, [aria-disabled="true"]'))
      .map((control) =>
        (control.ariaLabel ?? control.labels?.[0]?.textContent ?? control.textContent).trim(),
      ),
  );
}

/** Controls of what is kept. Others would change something, or fetch more. */
const localControls = new Set([
  ...['All Stocks', 'Favorites', 'Active', 'Search your stocks', 'Sort by', 'More tools'],
  ...['List view', 'Grid view', 'Table view', 'Heat map', 'Columns', 'Show details', 'Select all'],
  ...['Symbol', 'Last', 'Change', 'Chg %', 'Volume', '52 weeks', '1W', '1M', 'YTD', 'Sector'],
  ...['Filter the list', 'Hide the list', 'Show the list', 'Next stock', 'Previous stock'],
  ...['Candlestick', 'Line', '3M', '6M', '1Y', 'ALL', 'More ranges', 'Chart settings', 'More'],
  ...['Show as table', 'Export', 'Full screen', 'Hide information and notes'],
  ...['Signals', 'Rules', 'Delivery', 'All', 'Unread', 'Stock'],
]);

for (const width of [390, 1280]) {
  test(`offers nothing that needs the server without it at ${width} px`, async ({
    page,
    front,
    api,
    reader,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await keepPages(page, await signInAgain(api, reader));
    goOffline(front);
    const bar = page.getByText(offlineBar);
    const pages = [
      ['/stocks', page.getByRole('article').first()],
      ['/stocks?view=table', page.getByRole('checkbox', { name: 'Select AAPL' })],
      ['/stocks/AAPL', page.locator('figure canvas').first()],
      ['/signals?tab=rules', bar],
      ['/signals?tab=delivery', bar],
    ] as const;
    for (const [path, ready] of pages) {
      const others = (await usableControls(page, path, ready)).filter(
        (name) => !localControls.has(name) && !/^Select /.test(name),
      );
      expect(others, path).toEqual([]);
    }
  });
}

test('opens no dialog by the keys and commands that need the server without it', async ({
  page,
  front,
  api,
  reader,
}) => {
  await openListOffline(page, front, await signInAgain(api, reader));
  await page.getByRole('article').first().waitFor();
  for (const key of ['a', 'l', 'f']) await page.keyboard.press(key);
  await page.keyboard.press('Control+k');
  const commands = page.getByRole('dialog', { name: 'Commands' });
  await expect(commands.getByText('Dashboard')).toBeVisible();
  await expect(commands.getByText('Add a stock')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('signs out without a network, and keeps nothing of the user', async ({ page, front, api, reader }) => {
  const account = await signInAgain(api, reader);
  await openListOffline(page, front, account);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(
    page.getByText(
      'Signed out on this device. The server could not be told; the sign-in ends there by itself.',
    ),
  ).toBeVisible();
  expect(await personalRemains(page, account)).toEqual([]);
  expect(await userState(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
});

/** Each way to sign out on purpose in this browser, on the page of the settings. */
const waysOut: Readonly<Record<string, (page: Page, account: Account) => Promise<void>>> = {
  Logout: (page) => page.getByRole('button', { name: 'Logout' }).click(),
  'Sign out everywhere': async (page) => {
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  },
  'Delete account': async (page, { name }) => {
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Type your username').fill(name);
    await page.keyboard.press('Enter');
  },
};

for (const [name, signOut] of Object.entries(waysOut)) {
  test(`keeps nothing of a user after ${name}`, async ({ page, api }) => {
    const account = await createAccount(api);
    await addStock(api, account, 'AAPL');
    await keepPages(page, account);
    await page.goto('/settings');
    await signOut(page, account);
    await expect(page).toHaveURL('/login');
    await expect.poll(() => personalRemains(page, account)).toEqual([]);
    expect(await userState(page)).toEqual([]);
    expect(await deviceRemains(page)).toEqual({ notifications: 0, subscription: null });
  });
}

/** Makes the browser take its time to end what a device receives, with which a sign-out ends. */
function delayNotifications(page: Page): Promise<void> {
  return page.evaluate(() => {
    ServiceWorkerRegistration.prototype.getNotifications = () =>
      new Promise((resolve) => setTimeout(() => resolve([]), 4000));
  });
}

/** Whose data the browser may keep. */
const ownerOf = async (page: Page) => (await readKept(page)).local.deviceData;

test('keeps nothing that a page writes while a slow browser signs out', async ({ page, api, reader }) => {
  const account = await signInAgain(api, reader);
  await keepPages(page, account);
  await delayNotifications(page);
  // Answers that the page has not written yet.
  await page.getByRole('link', { name: 'Signals' }).first().click();
  await page.getByRole('heading', { name: 'Signals' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(async () => JSON.stringify((await readKept(page)).databases)).not.toContain('AAPL');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page).toHaveURL('/login');
  await expect.poll(() => ownerOf(page)).toBeUndefined();
  expect(await personalRemains(page, account)).toEqual([]);
});

test('keeps no owner when a call is refused while a slow browser signs out', async ({
  page,
  api,
  reader,
}) => {
  await keepPages(page, await signInAgain(api, reader));
  await delayNotifications(page);
  await page.getByRole('button', { name: 'Refresh Data' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => ownerOf(page)).toBeUndefined();
});

test('shows another user nothing of the one before', async ({ page, front, api, reader }) => {
  const account = await signInAgain(api, reader);
  await keepPages(page, account);
  const next = await createAccount(api, 'Grace');
  // As a sign-in in another tab does.
  await page.evaluate(
    (tokens) => {
      for (const [key, value] of Object.entries(tokens)) localStorage.setItem(key, value);
    },
    { ...tokensOf(next), signIn: 'f'.repeat(32) },
  );
  await page.goto('/stocks');
  await expect(page.getByText('No stocks tracked yet')).toBeVisible();
  expect(await personalRemains(page, account)).toEqual([]);
  goOffline(front);
  await page.goto('/stocks/AAPL');
  await expect(
    page
      .getByText(offlineBar)
      .or(page.getByText(/cannot be reached/))
      .first(),
  ).toBeVisible();
  await expect(page.locator('figure')).toHaveCount(0);
});

test('keeps nothing of a user whose sign-in the server has ended', async ({ page, api, reader }) => {
  const account = await signInAgain(api, reader);
  await keepPages(page, account);
  await api.post('/api/auth/logout', { headers: { authorization: `Bearer ${account.accessToken}` } });
  await page.goto('/stocks');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect.poll(() => personalRemains(page, account)).toEqual([]);
});

test('finishes a sign-out that a closed page has left, before anything is shown', async ({
  page,
  front,
  api,
  reader,
}) => {
  const account = await signInAgain(api, reader);
  await keepPages(page, account);
  await page.evaluate(() => {
    for (const key of ['accessToken', 'refreshToken', 'tokenExpiry', 'signIn']) localStorage.removeItem(key);
  });
  goOffline(front);
  await page.goto('/stocks');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  expect(await personalRemains(page, account)).toEqual([]);
});
