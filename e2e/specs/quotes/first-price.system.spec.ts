import { signIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test.use({ hasQuotes: true });

test('gets the first prices of the server with the second request, 3 seconds after the first one', async ({
  page,
  reader,
}) => {
  await signIn(page, reader);
  const lists: { quotes: { symbol: string }[] }[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/trpc/quotes.list')) lists.push((await response.json()).result.data);
  });
  await page.goto('/stocks');
  await expect.poll(() => lists.length).toBeGreaterThanOrEqual(2);
  // Symbols that another test has shown before have their prices at once.
  const symbols = lists[1]?.quotes.map(({ symbol }) => symbol);
  expect(symbols?.toSorted()).toEqual(['AAPL', 'EURUSD=X', 'MSFT', '^GSPC']);
});
