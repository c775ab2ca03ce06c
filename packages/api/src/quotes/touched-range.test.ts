import { describe, expect, it } from 'vitest';
import { touchedRange } from './touched-range.ts';

const source = 'yahoo';
const sessionDate = '2026-11-20';
const seen = { sessionDate, source, price: 10, high: 12, low: 9, previousClose: 11.5 } as const;
const last = { sessionDate, source, price: 11, high: 12, low: 9 } as const;

describe('touchedRange', () => {
  it('returns the whole session and the close before it in the first check', () => {
    expect(touchedRange(null, seen, false)).toEqual({ low: 9, high: 12 });
    expect(
      touchedRange({ ...last, sessionDate: '2026-11-19' }, { ...seen, previousClose: 13 }, false),
    ).toEqual({
      low: 9,
      high: 13,
    });
  });

  it('returns null for a level that was armed during the session, and for another source', () => {
    expect(touchedRange(null, seen, true)).toBeNull();
    expect(touchedRange({ ...last, source: 'tiingo' }, seen, false)).toBeNull();
  });

  it('has the new high and low only if they changed since the last check', () => {
    expect(touchedRange(last, seen, false)).toEqual({ low: 10, high: 11 });
    expect(touchedRange(last, { ...seen, high: 12.5 }, false)).toEqual({ low: 10, high: 12.5 });
    expect(touchedRange(last, { ...seen, low: 8 }, false)).toEqual({ low: 8, high: 11 });
  });

  it('has prices only without high and low', () => {
    const bare = { ...seen, high: null, low: null };
    expect(touchedRange({ ...last, high: null, low: null }, bare, false)).toEqual({ low: 10, high: 11 });
  });

  it('covers the range of the bar over any partition of a day', () => {
    const trades = [100, 104, 97, 99, 106, 95, 101, 101, 98];
    for (let mask = 0; mask < 2 ** (trades.length - 1); mask += 1) {
      let check: Parameters<typeof touchedRange>[0] = null;
      let [low, high] = [Number.POSITIVE_INFINITY, 0];
      for (const [index, price] of trades.entries()) {
        const isLast = index === trades.length - 1;
        if (!isLast && (mask >> index) % 2 === 0) continue;
        const until = trades.slice(0, index + 1);
        const quote = {
          ...seen,
          price,
          high: Math.max(...until),
          low: Math.min(...until),
          previousClose: 103,
        };
        const range = touchedRange(check, quote, false);
        low = Math.min(low, range?.low ?? low);
        high = Math.max(high, range?.high ?? high);
        check = quote;
      }
      expect([low, high]).toEqual([95, 106]);
    }
  });
});
