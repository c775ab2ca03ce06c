import { dayNumber } from '@stockbook/common/days';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RiskInput } from './payments.ts';
import { risk } from './risk.ts';

/** Consecutive days from 2024-01-02, a Tuesday; all of them are trading days unless they are given. */
function input(factors: readonly number[], options: Partial<RiskInput> = {}): RiskInput {
  return {
    firstDay: dayNumber('2024-01-02'),
    factor: Float64Array.from(factors),
    firstRowWithCapital: 0,
    isTradingDay: new Uint8Array(factors.length).fill(1),
    riskFreePercent: 0,
    ...options,
  };
}

/** Rows of 2024-01-02 and later that fall on a Saturday or Sunday. */
const isWeekendRow = (row: number) => row % 7 === 4 || row % 7 === 5;

describe('risk: drawdown', () => {
  it('has a drawdown from the first day at a peak to the first day at the lowest, and to the day at the peak again', () => {
    expect(risk(input([1.1, 1, 0.9, 1, 0.8, 1, 1.5, 1]))).toMatchObject({
      maxDrawdown: expect.closeTo(-0.28, 14),
      drawdownFrom: '2024-01-02',
      drawdownTo: '2024-01-06',
      recoveredOn: '2024-01-08',
    });
  });

  it('has a drawdown from the day before the first day with capital if that day is the first loss', () => {
    expect(risk(input([1, 1, 0.5, 1], { firstRowWithCapital: 2 }))).toMatchObject({
      maxDrawdown: -0.5,
      drawdownFrom: '2024-01-03',
      drawdownTo: '2024-01-04',
      recoveredOn: null,
    });
  });

  it('has the first of two equal drawdowns', () => {
    expect(risk(input([0.5, 2, 0.5]))).toMatchObject({ drawdownTo: '2024-01-02', recoveredOn: '2024-01-03' });
  });

  it('has the deepest drawdown, whose recovery counts', () => {
    expect(risk(input([0.9, 2, 0.5, 1.5]))).toMatchObject({
      maxDrawdown: -0.5,
      drawdownFrom: '2024-01-03',
      drawdownTo: '2024-01-04',
      recoveredOn: null,
    });
  });

  it('recovers from a drawdown at the same price although the product of its factors is rounded', () => {
    const factors = [0.9, 80 / 90, 100 / 80];
    expect(factors.reduce((product, factor) => product * factor)).toBeLessThan(1);
    expect(risk(input(factors)).recoveredOn).toBe('2024-01-04');
  });

  it('has no drawdown if rounding alone lowers the product', () => {
    expect(risk(input([1, 1 - 2 ** -53, 1]))).toMatchObject({
      maxDrawdown: 0,
      drawdownFrom: null,
      drawdownTo: null,
      recoveredOn: null,
    });
  });

  it('has a drawdown of -1 after a total loss', () => {
    expect(risk(input([1.5, 0, 1]))).toMatchObject({ maxDrawdown: -1, recoveredOn: null });
  });

  it('has the largest loss between any two days as drawdown', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.5, max: 1.6, noNaN: true }), { minLength: 1 }), (factors) => {
        const products = [1];
        for (const factor of factors) products.push((products.at(-1) ?? 1) * factor);
        const losses = products.flatMap((peak, day) => products.slice(day).map((value) => value / peak - 1));
        expect(risk(input(factors)).maxDrawdown).toBeCloseTo(Math.min(...losses), 10);
      }),
    );
  });
});

describe('risk: volatility', () => {
  /** Returns of +2 % and -1 % in turn: mean 0.005, deviation 0.015 from it. */
  const alternating = (count: number) =>
    Array.from({ length: count }, (_, row) => (row % 2 === 0 ? 1.02 : 0.99));

  it('has as volatility the standard deviation of the returns times the root of 365 if weekends are traded', () => {
    const deviation = 0.015 * Math.sqrt(20 / 19);
    const figures = risk(input(alternating(20), { riskFreePercent: 2 }));
    expect(figures.tradingDays).toBe(20);
    expect(figures.volatilityAnnual).toBeCloseTo(deviation * Math.sqrt(365), 12);
    expect(figures.sharpeRatio).toBeCloseTo((0.005 * 365 - 0.02) / (deviation * Math.sqrt(365)), 12);
  });

  it('joins the factors between two trading days, and takes 252 of them for a year', () => {
    const rows = Array.from({ length: 28 }, (_, row) => row);
    // A weekend halves the portfolio, and Monday doubles it: the return of the Monday is 0.
    const factors = rows.map((row) => (row % 7 === 4 ? 0.5 : row % 7 === 6 ? 2 : row % 7 === 0 ? 1.1 : 1));
    const figures = risk(
      input(factors, { isTradingDay: Uint8Array.from(rows, (row) => (isWeekendRow(row) ? 0 : 1)) }),
    );
    expect(figures.tradingDays).toBe(20);
    // Four returns of 0.1 and sixteen of 0: mean 0.02.
    const deviation = Math.sqrt((4 * 0.08 ** 2 + 16 * 0.02 ** 2) / 19);
    expect(figures.volatilityAnnual).toBeCloseTo(deviation * Math.sqrt(252), 12);
    expect(figures.sharpeRatio).toBeCloseTo((0.02 * 252) / (deviation * Math.sqrt(252)), 12);
  });

  it('joins the days after the last trading day to it', () => {
    const factors = [...alternating(20), 1.1, 1.1];
    const isTradingDay = new Uint8Array(22).fill(1, 0, 20);
    const joined = [...alternating(19), 0.99 * 1.21];
    const expected = risk(input(joined));
    expect(risk(input(factors, { isTradingDay })).volatilityAnnual).toBeCloseTo(
      expected.volatilityAnnual ?? 0,
      12,
    );
  });

  it.each([
    [6, 252],
    [7, 365],
  ])('takes %i weekend days of 35 trading days for a year of %i', (weekendDays, daysPerYear) => {
    let [weekend, week] = [weekendDays, 35 - weekendDays];
    const isTradingDay = Uint8Array.from({ length: 49 }, (_, row) =>
      (isWeekendRow(row) ? weekend-- : week--) > 0 ? 1 : 0,
    );
    const factors = Array.from(isTradingDay, (trades, row) => (trades === 1 && row % 2 === 0 ? 1.01 : 1));
    const returns = factors.filter((_, row) => isTradingDay[row] === 1).map((factor) => factor - 1);
    const mean = returns.reduce((sum, value) => sum + value) / 35;
    const variance = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 34;
    expect(risk(input(factors, { isTradingDay })).volatilityAnnual).toBeCloseTo(
      Math.sqrt(variance * daysPerYear),
      12,
    );
  });

  it('has neither volatility nor Sharpe ratio below 20 trading days', () => {
    expect(risk(input(alternating(19)))).toMatchObject({
      tradingDays: 19,
      volatilityAnnual: null,
      sharpeRatio: null,
    });
  });

  it('has a volatility of 0 and no Sharpe ratio if all returns are equal', () => {
    expect(risk(input(new Array(30).fill(1.01)))).toMatchObject({ volatilityAnnual: 0, sharpeRatio: null });
  });

  it('ignores the days before the first one with capital', () => {
    const figures = risk(input([1, 1, ...alternating(20)], { firstRowWithCapital: 2 }));
    expect(figures).toMatchObject({ tradingDays: 20, volatilityAnnual: expect.any(Number) });
  });
});
