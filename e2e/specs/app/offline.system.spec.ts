import type { Page } from '@playwright/test';
import { expect, readKept, signInAt, test, waitForWorker } from '../../support/app.ts';
import type { FrontProxy } from '../../support/front-proxy.ts';
import { type Account, signInAgain } from '../../support/session.ts';

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
  await expect.poll(kept).toContain('"chart":{');
}

/** Personal words that must be gone after a sign-out. */
async function personalRemains(page: Page, { name, accessToken, refreshToken }: Account): Promise<string[]> {
  const kept = await readKept(page);
  const text = JSON.stringify(kept);
  expect(kept.caches.filter((path) => /^\/(api|trpc|mcp)/.test(path))).toEqual([]);
  return [name, accessToken, refreshToken, 'AAPL'].filter((word) => text.includes(word));
}

function goOffline(front: FrontProxy): void {
  front.mode = 'refuse';
}

test('shows the list and the chart that were seen last without a network, and fetches them again with one', async ({
  page,
  front,
  api,
  reader,
}) => {
  await keepPages(page, await signInAgain(api, reader));
  goOffline(front);
  await page.goto('/stocks');
  await expect(page.getByText(offlineBar)).toBeVisible();
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

test('signs out without a network, and keeps nothing of the user', async ({ page, front, api, reader }) => {
  const account = await signInAgain(api, reader);
  await keepPages(page, account);
  goOffline(front);
  await page.goto('/stocks');
  await expect(page.getByText(offlineBar)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(
    page.getByText(
      'Signed out on this device. The server could not be told; the sign-in ends there by itself.',
    ),
  ).toBeVisible();
  expect(await personalRemains(page, account)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
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
