import { runServer } from '../../support/own-server.ts';
import { signIn } from '../../support/session.ts';
import { test as base, expect } from '../../support/test.ts';

/** The program with prices during the session, which the server of the other tests does not give. */
const test = base.extend({
  serverUrl: [
    ({ browser: _ }, use) =>
      runServer(
        () => ({}),
        ({ url }) => use(url),
      ),
    { scope: 'worker' },
  ],
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
