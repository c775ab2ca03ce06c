import { signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test.use({ hasQuotes: true });

test('gets the first prices of the server with one of three quick requests', async ({ page, reader }) => {
  await signIn(page, reader);
  const lists: { quotes: { symbol: string }[] }[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/trpc/quotes.list')) lists.push((await response.json()).result.data);
  });
  await page.goto('/stocks');
  const symbols = () => lists.at(-1)?.quotes.map(({ symbol }) => symbol);
  // A process enqueues one fetch in five seconds: the page of another test may have been just before.
  await expect.poll(() => symbols()?.toSorted()).toEqual(['AAPL', 'EURUSD=X', 'MSFT', '^GSPC']);
  expect(lists.length).toBeLessThanOrEqual(4);
});
