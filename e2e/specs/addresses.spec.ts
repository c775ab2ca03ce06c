import { expect, test } from '../support/test.ts';

// The server's own tests run its sources; this one runs the bundle.
for (const address of ['/api/stocks/search?q=caf%E9', '/trpc/stocks.search?input=%ff']) {
  test(`rejects ${address}, which is not percent-encoded UTF-8`, async ({ api }) => {
    expect((await api.get(address)).status()).toBe(400);
  });
}
