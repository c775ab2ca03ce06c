import { describe, expect, it } from 'vitest';
import { interestBars } from './interest.ts';

const terms = {
  start_date: '2024-01-01',
  start_price: 100,
  percent_a_year: 5,
  rates: null,
  compounding: 'yearly' as const,
  until: null,
};

/** The price of a day. */
function priceOn(date: string, given: Partial<Parameters<typeof interestBars>[0]>, today = '2028-12-31') {
  const { date: dates, close } = interestBars({ ...terms, ...given }, today);
  return close[dates.indexOf(date)];
}

describe('prices that grow by a rate', () => {
  // Calculated outside of the program: 100*1.05^(days/365), 100*(1+0.05/365)^days, 100*(1+0.05*days/365). 2024 and
  // 2028 are leap years.
  it.each([
    ['yearly', '2024-01-01', 100],
    ['yearly', '2024-12-31', 105],
    ['yearly', '2025-01-01', 105.01403646479692],
    ['yearly', '2026-01-01', 110.26473828803675],
    ['yearly', '2028-02-29', 122.52941745257306],
    ['daily', '2024-12-31', 105.126749646744],
    ['daily', '2026-01-01', 110.53147413685413],
    ['daily', '2028-02-29', 123.14654928909579],
    ['none', '2024-12-31', 105],
    ['none', '2026-01-01', 110.013698630137],
    ['none', '2028-02-29', 120.82191780821918],
  ] as const)('compounds %s: %s is %d', (compounding, date, price) => {
    expect(priceOn(date, { compounding })).toBeCloseTo(price, 8);
  });

  it('continues from the price at the beginning of a changed rate', () => {
    const rates = [
      { from: '2025-01-06', percent_a_year: 2 },
      { from: '2024-01-01', percent_a_year: 5 },
    ];
    const given = { percent_a_year: null, rates };
    const before = 100 * 1.05 ** (371 / 365);
    expect(priceOn('2025-01-06', given)).toBeCloseTo(before, 9);
    expect(priceOn('2026-01-06', given)).toBeCloseTo(before * 1.02, 9);
    const simple = { ...given, compounding: 'none' as const };
    const beginning = 100 * (1 + (0.05 * 371) / 365);
    expect(priceOn('2026-01-06', simple)).toBeCloseTo(beginning * 1.02, 9);
  });

  it('has a bar on each weekday up to today, and the last price from its end on', () => {
    const { date, close, open, volume } = interestBars({ ...terms, until: '2024-01-03' }, '2024-01-09');
    expect(date).toEqual([
      '2024-01-01',
      '2024-01-02',
      '2024-01-03',
      '2024-01-04',
      '2024-01-05',
      '2024-01-08',
      '2024-01-09',
    ]);
    expect(new Set(close.slice(2)).size).toBe(1);
    expect(open).toEqual(close);
    expect([...volume]).toEqual(date.map(() => 0));
    expect(interestBars({ ...terms, start_date: '1969-12-26' }, '1970-01-02').date).toEqual([
      '1969-12-26',
      '1969-12-29',
      '1969-12-30',
      '1969-12-31',
      '1970-01-01',
      '1970-01-02',
    ]);
  });

  it('has no bar before its first day, and none whose price is not above 0', () => {
    expect(interestBars(terms, '2023-12-31').date).toEqual([]);
    const fallen = interestBars({ ...terms, percent_a_year: -100, compounding: 'none' }, '2026-01-01');
    expect(fallen.date.at(-1)).toBe('2024-12-30');
  });

  it('has 20,000 bars at most', () => {
    expect(interestBars({ ...terms, start_date: '1900-01-01' }, '2026-01-01').date).toHaveLength(20_000);
  });
});
