import { type APIRequestContext, test as base, request as clients } from '@playwright/test';
import { BrowserLog } from './browser-log.ts';
import { Server } from './server.ts';
import { type Account, addStock, createAccount, createSeededUser, readerStocks, signIn } from './session.ts';

export { expect } from '@playwright/test';

interface TestOptions {
  /** Whether pages load the code of all others when they are idle, which takes a quarter of a page's time. */
  preloads: boolean;
}

interface TestFixtures extends TestOptions {
  /** Errors that the browser reports. Unexpected ones fail the test. */
  log: BrowserLog;
  /** The network between the pages and the server. */
  server: Server;
  /** A new account, signed in on the test's page. */
  account: Account;
}

/** For pages that must not load the code of others. */
export function stopPreloading(): void {
  window.requestIdleCallback = () => 0;
}

/** For pages that keep room for prices during the session, which the server of the tests does not have. */
export function keepRoomForQuotes(): void {
  if (location.protocol === 'http:') localStorage.removeItem('quotes');
}

interface WorkerFixtures {
  /** The address of the program that pages and calls go to. */
  serverUrl: string;
  /** Calls outside of the browser, as a script makes them. */
  api: APIRequestContext;
  /** An account with stocks, for read-only tests. */
  reader: Account;
  /** An account that has been used for a while: stocks, a favourite, notes, indicators. To look at as well. */
  seededUser: Account;
}

/** Playwright's test with the fixtures of all specs. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  preloads: [false, { option: true }],
  context: async ({ context, preloads }, use) => {
    if (!preloads) await context.addInitScript(stopPreloading);
    await context.addInitScript(keepRoomForQuotes);
    await use(context);
  },
  serverUrl: [({ browser: _ }, use, { project }) => use(project.use.baseURL ?? ''), { scope: 'worker' }],
  baseURL: ({ serverUrl }, use) => use(serverUrl),
  api: [
    async ({ serverUrl }, use) => {
      const api = await clients.newContext({ baseURL: serverUrl });
      await use(api);
      await api.dispose();
    },
    { scope: 'worker' },
  ],
  reader: [
    async ({ api }, use) => {
      const account = await createAccount(api);
      for (const symbol of readerStocks) await addStock(api, account, symbol);
      await use(account);
    },
    { scope: 'worker' },
  ],
  seededUser: [
    async ({ api }, use) => {
      await use(await createSeededUser(api));
    },
    { scope: 'worker' },
  ],
  server: async ({ context }, use) => {
    const server = new Server(context);
    await use(server);
    await server.leave();
  },
  log: [
    async ({ context, server }, use) => {
      const log = new BrowserLog(context, server);
      await use(log);
      log.check();
    },
    { auto: true },
  ],
  account: async ({ api, page }, use) => {
    const account = await createAccount(api);
    await signIn(page, account);
    await use(account);
  },
});
