import type { Page } from '@playwright/test';
import { FrontProxy } from './front-proxy.ts';
import { type Account, tokensOf } from './session.ts';
import { test as base, expect } from './test.ts';

/** The mark of the sign-in that the tests store with an account's tokens. */
const signInMark = '0123456789abcdef0123456789abcdef';

/** Stores an account's tokens once on the page's origin, as a sign-in does. */
export async function signInAt(page: Page, account: Account): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate(
    (tokens) => {
      for (const [key, value] of Object.entries(tokens)) localStorage.setItem(key, value);
    },
    { ...tokensOf(account), signIn: signInMark },
  );
}

/** Waits until the service worker has stored its files and answers the page's requests. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? null),
    )
    .toBe('activated');
}

/** Everything that the browser keeps for the page's origin. */
export function readKept(page: Page) {
  return page.evaluate(async () => {
    const caches_ = await Promise.all(
      (await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url),
      ),
    );
    const databases = await Promise.all(
      (await indexedDB.databases()).map(async ({ name = '' }) => {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => resolve(opening.result);
          opening.onerror = () => reject(opening.error);
        });
        const values = await Promise.all(
          [...database.objectStoreNames].map(
            (store) =>
              new Promise<unknown[]>((resolve, reject) => {
                const reading = database.transaction(store).objectStore(store).getAll();
                reading.onsuccess = () => resolve(reading.result);
                reading.onerror = () => reject(reading.error);
              }),
          ),
        );
        database.close();
        return { name, values: values.flat() };
      }),
    );
    return {
      caches: caches_.flat().map((url) => new URL(url).pathname),
      databases,
      local: { ...localStorage },
      session: { ...sessionStorage },
    };
  });
}

/** Tests of the installed app: with its service worker, at an origin of their own whose network they control. */
export const test = base.extend<{ front: FrontProxy }>({
  serviceWorkers: 'allow',
  front: async ({ baseURL }, use) => {
    const front = await FrontProxy.start(baseURL ?? '');
    await use(front);
    await front.stop();
  },
  page: async ({ browser, front, log: _ }, use) => {
    const context = await browser.newContext({ baseURL: front.origin, serviceWorkers: 'allow' });
    await use(await context.newPage());
    await context.close();
  },
});

export { expect };
