import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { test as base, expect, readKept, signInAt, waitForWorker } from '../../support/app.ts';
import { signInAgain } from '../../support/session.ts';

const web = join(import.meta.dirname, '../../../apps/web');

/** A second build of the web client. Without minifying, each script has another content, and so another name. */
const test = base.extend<object, { nextBuild: string }>({
  nextBuild: [
    async ({ browser: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'stockbook-build-'));
      const vite = join(web, 'node_modules/vite/bin/vite.js');
      const options = ['build', '--minify', 'false', '--emptyOutDir', '--outDir', folder];
      await promisify(execFile)(process.execPath, [vite, ...options], { cwd: web });
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

/** The entry script of a build, by which pages of different builds differ. */
async function entryOf(folder: string): Promise<string> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const [, entry] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
  if (entry === undefined) throw new Error('The build has no entry script');
  return entry;
}

const shownEntry = (page: Page) =>
  page.evaluate(() => {
    const script = document.querySelector<HTMLScriptElement>('script[type="module"]');
    return script ? new URL(script.src).pathname : null;
  });

const heading = (page: Page) => page.getByRole('heading', { name: 'Stock Tracking' });
/** A worker downloads all files of its version, beside the tests of the other Playwright worker. */
const downloadMs = 30_000;

const expectUpdateBar = (page: Page) =>
  expect(page.getByText('A new version is ready.')).toBeVisible({ timeout: downloadMs });

/** Reloads the page, which must show itself each time, at once. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await expect(heading(page)).toBeVisible();
}

/**
 * Waits until a page has loaded the code of the others: Chromium may lose a page that it requests from a busy worker.
 */
async function settle(page: Page): Promise<void> {
  let before = -1;
  const isQuiet = async () => {
    const count = await page.evaluate(() => performance.getEntriesByType('resource').length);
    const isSame = count === before;
    before = count;
    return isSame;
  };
  await expect.poll(isQuiet, { intervals: [1000] }).toBe(true);
}

/** Presses `Reload` of the bar, and waits for the page of the new version. */
async function reloadToUpdate(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await loaded;
}

const isWaiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null);

/** For pages that load the app's own parts when they are idle, but not the code of the other pages at first. */
function delayPreloading(): void {
  const { requestIdleCallback } = window;
  window.requestIdleCallback = (callback) => (performance.now() < 1500 ? 0 : requestIdleCallback(callback));
}

test.beforeEach(async ({ page, api, reader, nextBuild: _ }) => {
  await page.context().addInitScript(delayPreloading);
  await signInAt(page, await signInAgain(api, reader));
});

test('shows a page at every step while two versions take turns', async ({ page, front, nextBuild }) => {
  test.slow();
  const entries = [await entryOf(join(web, 'dist')), await entryOf(nextBuild)];
  await page.goto('/stocks');
  await waitForWorker(page);
  await reload(page);
  const other = await page.context().newPage();
  for (const [turn, build] of [nextBuild, null].entries()) {
    const entry = entries[build === null ? 0 : 1];
    await other.goto('/stocks');
    await expect(heading(other)).toBeVisible();
    front.build = build;
    await reload(page);
    // The newest page comes from the network, whatever the worker has stored.
    expect(await shownEntry(page)).toBe(entry);
    await expectUpdateBar(page);
    await reload(page);
    await expectUpdateBar(page);

    // The worker has kept the parts of the page of the old version, which the server no longer has.
    await other.getByRole('link', { name: 'Strategies' }).first().click();
    await expect(other.getByRole('heading', { name: 'Strategies', exact: true })).toBeVisible();

    for (const each of [page, other]) await settle(each);
    const navigations: string[] = [];
    page.on('framenavigated', (frame) => navigations.push(frame.url()));
    await reloadToUpdate(page);
    await expect(other.getByText('This page was updated in another tab.')).toBeVisible();
    await expect(heading(page)).toBeVisible();
    expect(await isWaiting(page)).toBe(false);
    expect(await shownEntry(page)).toBe(entry);
    expect(navigations.length, `reloads of turn ${turn}`).toBeLessThanOrEqual(1);
    page.removeAllListeners('framenavigated');

    await reloadToUpdate(other);
    expect(await shownEntry(other)).toBe(entry);
    // Without what was seen last, which a tab does not keep, the page says what it waits for.
    front.mode = 'refuse';
    await page.reload();
    await expect(page.getByText(/^The server cannot be reached/).first()).toBeVisible();
    expect(await shownEntry(page)).toBe(entry);
    front.mode = 'forward';
    await reload(page);
  }
});

test('keeps the old version whole while downloads of the new one break off', async ({
  page,
  front,
  nextBuild,
}) => {
  const [old, next] = [await entryOf(join(web, 'dist')), await entryOf(nextBuild)];
  await page.goto('/stocks');
  await waitForWorker(page);
  await reload(page);
  const before = (await readKept(page)).caches;
  front.build = nextBuild;
  let cuts = 0;
  // The worker alone is cut: its requests have no destination.
  front.isCut = ({ url = '', headers }) => {
    const isOfWorker = headers['sec-fetch-dest'] === 'empty' && url.startsWith('/assets/');
    if (isOfWorker) cuts += 1;
    return isOfWorker;
  };
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const soFar = cuts;
    await reload(page);
    expect(await shownEntry(page)).toBe(next);
    await expect.poll(() => cuts, { timeout: downloadMs }).toBeGreaterThan(soFar);
    await expect
      .poll(() =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing ?? null),
      )
      .toBeNull();
    expect(await isWaiting(page)).toBe(false);
    await expect(page.getByText('A new version is ready.')).toBeHidden();
  }
  expect((await readKept(page)).caches).toEqual(expect.arrayContaining(before));
  front.mode = 'refuse';
  await page.reload();
  await expect.poll(() => shownEntry(page)).toBe(old);

  front.mode = 'forward';
  front.isCut = () => false;
  await reload(page);
  await expectUpdateBar(page);
  await reloadToUpdate(page);
  await expect(heading(page)).toBeVisible();
  expect(await isWaiting(page)).toBe(false);
  expect(await shownEntry(page)).toBe(next);
});
