import { expect, it } from 'vitest';
import { withYahoo } from '../support/with-yahoo.ts';

/** Ounces in 100 g. */
const factor = 3.2150747;

it('values a gold bar by a future of the source, and follows its restated prices', async () => {
  const { harness, mockServer, token, bars } = await withYahoo();
  const post = (path: string, body: object) => harness.rest('POST', path, { token, body });
  const gold = { symbol: '@GOLD-BAR', name: 'Gold bar of 100 g', type: 'Precious metal', pricing: 'linked' };
  const terms = { symbol: 'gc=f', factor };
  expect(await post('/instruments/', { ...gold, currency: 'EUR', terms })).toMatchObject({
    status: 400,
    body: { error: 'GC=F is quoted in USD: choose USD, or enter the prices' },
  });
  const made = await post('/instruments/', { ...gold, currency: 'USD', terms });
  expect(made).toMatchObject({ status: 201, body: { bars: 0, terms: { symbol: 'GC=F', factor, add: 0 } } });
  expect(await harness.waitForTask(`/tasks/${made.body.task_id}`, token)).toMatchObject({
    status: 'SUCCESS',
  });
  const before = await bars('@GOLD-BAR');
  expect(before.length).toBeGreaterThan(5_000);
  expect((await harness.rest('GET', '/stocks/GC=F', { token })).status).toBe(404);

  expect(await harness.addStock(token, 'GC=F')).toMatchObject({ status: 'SUCCESS' });
  const times = (price: number) => price * factor;
  const closesOf = async (symbol: string) => (await bars(symbol)).map(({ close }) => close);
  expect(await closesOf('@GOLD-BAR')).toEqual((await closesOf('GC=F')).map(times));

  mockServer.restate('GC=F', 1.1);
  expect(await harness.refresh(token, 'GC=F')).toMatchObject({ status: 'SUCCESS' });
  const [last] = (await closesOf('@GOLD-BAR')).slice(-1);
  expect(last).toBeCloseTo(1.1 * (before.at(-1)?.close ?? 0), 1);
});
