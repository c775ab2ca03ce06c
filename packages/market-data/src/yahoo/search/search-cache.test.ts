import { describe, expect, it, vi } from 'vitest';
import { cacheSearch, type Search } from './search-cache.ts';
import { searchSchema } from './search-schema.ts';

const minuteMs = 60_000;
const quotesOf = (symbol: string) => searchSchema.parse({ quotes: [{ isYahooFinance: true, symbol }] });

/** A cache over `search` with a clock that is set by hand. */
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
  it('remembers an answer for ten minutes, whatever the case and spacing of the query', async () => {
    const { spy, cached, advance } = withCache(async () => quotesOf('AAPL'));
    expect(await cached('Apple Inc', { requester: 'a' })).toMatchObject([{ symbol: 'AAPL' }]);
    advance(10 * minuteMs - 1);
    expect(await cached('  apple   INC ', { requester: 'b' })).toMatchObject([{ symbol: 'AAPL' }]);
    expect(spy.mock.calls).toEqual([['Apple Inc', { requester: 'a' }]]);
    advance(2);
    await cached('apple inc', {});
    expect(spy).toHaveBeenCalledTimes(2);
  });

  it('remembers that there are no matches', async () => {
    const { spy, cached } = withCache(async () => []);
    expect([await cached('nothing', {}), await cached('nothing', {})]).toEqual([[], []]);
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it('shares one call between equal queries at the same time', async () => {
    const { spy, cached } = withCache(async () => quotesOf('AAPL'));
    await Promise.all(['apple', 'APPLE', 'apple '].map((query) => cached(query, {})));
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it('does not remember a failure, and passes it on to all who share the call', async () => {
    const { spy, cached } = withCache(async () => Promise.reject(new Error('down')));
    const both = await Promise.allSettled([cached('apple', {}), cached('apple', {})]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    spy.mockImplementation(async () => quotesOf('AAPL'));
    expect(await cached('apple', {})).toMatchObject([{ symbol: 'AAPL' }]);
  });

  it('forgets the oldest of more than 500 queries, and answers all that still wait', async () => {
    const { spy, cached } = withCache(async (query) => quotesOf(query.toUpperCase()));
    const queries = Array.from({ length: 600 }, (_, index) => `Q${index}`);
    const answers = await Promise.all(queries.map((query) => cached(query, {})));
    expect(answers.map(([quote]) => quote?.symbol)).toEqual(queries);
    await cached('Q599', {});
    expect(spy).toHaveBeenCalledTimes(600);
    await cached('Q0', {});
    expect(spy).toHaveBeenCalledTimes(601);
  });
});
