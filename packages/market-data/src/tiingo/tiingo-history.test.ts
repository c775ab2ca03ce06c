import { describe, expect, it } from 'vitest';
import { tiingoHistory } from './tiingo-history.ts';
import type { TiingoPrice } from './tiingo-schema.ts';

function day(date: string, close: number, change: Partial<TiingoPrice> = {}): TiingoPrice {
  const prices = { open: close, high: close + 1, low: close - 1, close };
  return { date: `${date}T00:00:00.000Z`, ...prices, volume: 1000, divCash: 0, splitFactor: 1, ...change };
}

/** A 4:1 split on the 5th, with a dividend before and one after it. */
const aroundSplit = [
  day('2026-01-01', 396, { divCash: 0.8 }),
  day('2026-01-02', 400),
  day('2026-01-05', 101, { splitFactor: 4 }),
  day('2026-01-06', 102, { divCash: 0.2 }),
];

describe('tiingoHistory', () => {
  it('adjusts prices, volumes and dividends before a split, and nothing for dividends', () => {
    const { bars, splits, dividends } = tiingoHistory(aroundSplit, '2026-01-06');
    expect(bars.date).toEqual(['2026-01-01', '2026-01-02', '2026-01-05', '2026-01-06']);
    expect(bars.close).toEqual([99, 100, 101, 102]);
    expect(bars.high).toEqual([99.25, 100.25, 102, 103]);
    expect(bars.volume).toEqual([4000, 4000, 1000, 1000]);
    expect(splits).toEqual([{ date: '2026-01-05', numerator: 4, denominator: 1 }]);
    expect(dividends).toEqual([
      { date: '2026-01-01', amount: 0.2, currency: 'USD' },
      { date: '2026-01-06', amount: 0.2, currency: 'USD' },
    ]);
  });

  it('adjusts for nothing that a later split has not reached yet', () => {
    const { bars, splits } = tiingoHistory(aroundSplit, '2026-01-02');
    expect(bars.close).toEqual([396, 400]);
    expect(splits).toEqual([]);
  });

  it('multiplies the factors of several splits', () => {
    const days = [
      day('2026-01-01', 60),
      day('2026-01-02', 40, { splitFactor: 1.5 }),
      day('2026-01-05', 120, { splitFactor: 0.333333 }),
    ];
    const { bars, splits } = tiingoHistory(days, '2026-01-05');
    expect(bars.close).toEqual([120, 120, 120]);
    expect(bars.volume).toEqual([500, 333, 1000]);
    expect(splits).toEqual([
      { date: '2026-01-02', numerator: 3, denominator: 2 },
      { date: '2026-01-05', numerator: 1, denominator: 3 },
    ]);
  });

  it('rejects a day without a close', () => {
    const { bars, rejectedDates } = tiingoHistory(
      [...aroundSplit, day('2026-01-07', 1, { close: null })],
      '2026-01-07',
    );
    expect(bars.date).toHaveLength(4);
    expect(rejectedDates).toEqual(['2026-01-07']);
  });
});
