import type { APIRequestContext, Page } from '@playwright/test';
import { expect, readKept, signInAt, test, waitForWorker } from '../../support/app.ts';
import { type Account, signInAgain } from '../../support/session.ts';

/** Opens the list of a signed-in user, and waits until the worker has stored the files of the program. */
async function openWithWorker(page: Page, api: APIRequestContext, reader: Account): Promise<void> {
  await signInAt(page, await signInAgain(api, reader));
  await page.goto('/stocks');
  await waitForWorker(page);
}

test('stores the files of the program for a signed-in user, and answers navigations without a network', async ({
  page,
  front,
  api,
  reader,
}) => {
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  expect(front.paths.filter((path) => path === '/sw.js')).toEqual([]);
  expect((await readKept(page)).caches).toEqual([]);

  await openWithWorker(page, api, reader);
  const { caches } = await readKept(page);
  expect(caches).toContain('/index.html');
  expect(caches.filter((path) => /^\/(api|trpc|mcp|rules|pictures)/.test(path))).toEqual([]);

  front.mode = 'refuse';
  const answer = await page.goto('/stocks/VOD.L');
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'self'");
});

test('answers a navigation with the stored page when the server hangs for 3 seconds', async ({
  page,
  front,
  api,
  reader,
}) => {
  await openWithWorker(page, api, reader);
  front.mode = 'hang';
  const started = Date.now();
  await page.goto('/stocks', { waitUntil: 'commit' });
  const waited = Date.now() - started;
  expect(waited).toBeGreaterThan(2900);
  expect(waited).toBeLessThan(8000);
});

test('asks before a new version takes over, and tells the other tab', async ({
  page,
  front,
  api,
  reader,
}) => {
  await openWithWorker(page, api, reader);
  await page.reload();
  const other = await page.context().newPage();
  await other.goto('/stocks');
  // The next build: another worker, with another page.
  front.rewrites.set('/sw.js', (text) => `${text}\n// the next build`);
  await page.reload();
  const bar = page.getByText('A new version is ready.');
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(bar).toBeHidden();
  await page.reload();
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(other.getByText('This page was updated in another tab.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Stock Tracking' })).toBeVisible();
  await expect(bar).toBeHidden();
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null),
  ).toBeNull();
});

test('removes the worker and its files when the server has PWA=off', async ({ page, front, api, reader }) => {
  await openWithWorker(page, api, reader);
  await page.reload();
  front.rewrites.set(
    '/sw.js',
    () => `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(caches.keys().then((names) =>
  Promise.all(names.map((name) => caches.delete(name)))).then(() => registration.unregister())));`,
  );
  await page.reload();
  await expect.poll(async () => (await readKept(page)).caches).toEqual([]);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
});
