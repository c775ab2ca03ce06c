import { minuteMs } from '@stockbook/common/durations';
import { describe, expect, it, vi } from 'vitest';
import { cacheSearch, type Search } from './search-cache.ts';
import { searchSchema } from './search-schema.ts';

const quotesOf = (symbol: string) => searchSchema.parse({ quotes: [{ isYahooFinance: true, symbol }] });

/** A cache of `search` with a manual clock. */
function withCache(search: Search) {
  let now = Date.parse('2026-11-21T12:00:00Z');
  const spy = vi.fn(search);
  return {
    spy,
    cached: cacheSearch(spy, () => new Date(now)),
    advance: (ms: number) => {
      now += ms;
    },
  };
}

describe('cacheSearch', () => {
  it('caches a result for ten minutes, ignoring case and spacing of the query', async () => {
    const { spy, cached, advance } = withCache(async () => quotesOf('AAPL'));
    expect(await cached('Apple Inc', { requester: 'a' })).toMatchObject([{ symbol: 'AAPL' }]);
    advance(10 * minuteMs - 1);
    expect(await cached('  apple   INC ', { requester: 'b' })).toMatchObject([{ symbol: 'AAPL' }]);
    expect(spy.mock.calls).toEqual([['Apple Inc', { requester: 'a' }]]);
    advance(2);
    await cached('apple inc', {});
    expect(spy).toHaveBeenCalledTimes(2);
  });

  it('caches an empty result', async () => {
    const { spy, cached } = withCache(async () => []);
    expect([await cached('nothing', {}), await cached('nothing', {})]).toEqual([[], []]);
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it('shares one call between concurrent equal queries', async () => {
    const { spy, cached } = withCache(async () => quotesOf('AAPL'));
    await Promise.all(['apple', 'APPLE', 'apple '].map((query) => cached(query, {})));
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it('does not cache an error, and rejects all callers of the shared call', async () => {
    const { spy, cached } = withCache(async () => Promise.reject(new Error('down')));
    const both = await Promise.allSettled([cached('apple', {}), cached('apple', {})]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    spy.mockImplementation(async () => quotesOf('AAPL'));
    expect(await cached('apple', {})).toMatchObject([{ symbol: 'AAPL' }]);
  });

  it('evicts the oldest of more than 500 queries, and still resolves pending calls', async () => {
    const { spy, cached } = withCache(async (query) => quotesOf(query.toUpperCase()));
    const queries = Array.from({ length: 600 }, (_, index) => `Q${index}`);
    const results = await Promise.all(queries.map((query) => cached(query, {})));
    expect(results.map(([quote]) => quote?.symbol)).toEqual(queries);
    await cached('Q599', {});
    expect(spy).toHaveBeenCalledTimes(600);
    await cached('Q0', {});
    expect(spy).toHaveBeenCalledTimes(601);
  });
});
