import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request as clients } from '@playwright/test';
import { startServer } from '@stockbook/testing';
import { signIn } from '../../support/session.ts';
import { test as base, expect } from '../../support/test.ts';

/** The program with prices during the session, which the server of the other tests does not give. */
const test = base.extend<object, { serverWithQuotes: string }>({
  serverWithQuotes: [
    async ({ browser: _ }, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'stockbook-e2e-quotes-'));
      const server = await startServer({ env: { DATABASE_URL: '', DATA_DIR: join(dir, 'data') } });
      await use(server.url);
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  api: [
    async ({ serverWithQuotes }, use) => {
      const api = await clients.newContext({ baseURL: serverWithQuotes });
      await use(api);
      await api.dispose();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ serverWithQuotes }, use) => use(serverWithQuotes),
});

test('gets the first prices of the server with the second request', async ({ page, reader }) => {
  await signIn(page, reader);
  const lists: { quotes: { symbol: string }[] }[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/trpc/quotes.list')) lists.push((await response.json()).result.data);
  });
  await page.goto('/stocks');
  const symbols = () => lists.at(-1)?.quotes.map(({ symbol }) => symbol);
  await expect.poll(() => symbols()?.toSorted()).toEqual(['AAPL', 'EURUSD=X', 'MSFT', '^GSPC']);
  expect(lists.length).toBeLessThanOrEqual(4);
});
