import { describe, expect, it } from 'vitest';
import { type PerformanceOptions, performance, realised } from '../src/index.ts';
import { makeBook, type ShortBook, weekCloses } from './make-book.ts';

const stocks = [{ symbol: 'AAA', closes: weekCloses }];
const purchase = { type: 'BUY', date: '2024-01-02', symbol: 'AAA', quantity: 10, price: 100 } as const;

function performanceOf(book: ShortBook, options: Partial<PerformanceOptions> = {}) {
  return performance(makeBook({ stocks, today: '2024-01-10', ...book }), {
    since: null,
    until: null,
    benchmark: null,
    riskFreePercent: 0,
    series: false,
    ...options,
  });
}

describe('the period', () => {
  it('ends with the last bar of a held stock, else with the last transaction', () => {
    expect(performanceOf({ transactions: [purchase] }).until).toBe('2024-01-10');
    const sale = { ...purchase, type: 'SELL', date: '2024-01-05' } as const;
    expect(performanceOf({ transactions: [purchase, sale] }).until).toBe('2024-01-05');
  });

  it('begins with the first transaction though it does not count', () => {
    const deposit = { type: 'DEPOSIT', date: '2024-01-01', amount: 100 } as const;
    expect(performanceOf({ transactions: [deposit, purchase] })).toMatchObject({
      since: '2024-01-01',
      days: 9,
      inflow: 1000,
      problems: [],
    });
  });

  it('counts the days from the first one with capital', () => {
    expect(performanceOf({ transactions: [purchase] }, { since: '2023-12-01' })).toMatchObject({
      since: '2023-12-01',
      days: 9,
      twr: expect.closeTo(0.1, 12),
    });
  });

  it('answers a book without transactions', () => {
    expect(performanceOf({ transactions: [] })).toMatchObject({
      days: 0,
      twr: null,
      twrProblem: 'no_capital',
      irrProblem: 'no_flows',
      risk: null,
      contributions: [{ symbol: null, gain: 0, contribution: null }],
    });
  });
});

describe('days without capital', () => {
  it('counts a dividend after the sale as gain, not as return', () => {
    const sale = { ...purchase, type: 'SELL', date: '2024-01-03', price: 102 } as const;
    const dividend = { type: 'DIVIDEND', date: '2024-01-08', symbol: 'AAA', amount: 50 } as const;
    const answer = performanceOf({ transactions: [purchase, sale, dividend] });
    expect(answer.gain.total).toBe(70);
    expect(answer.twr).toBeCloseTo(0.02, 12);
    expect(answer.problems).toEqual([{ date: '2024-01-08', kind: 'no_capital', amount: 50 }]);
  });

  it('keeps the factor at 1 when a free share is all that is held', () => {
    const answer = performanceOf({ transactions: [{ ...purchase, price: 0 }] });
    expect(answer).toMatchObject({ inflow: 0, valueEnd: 1100, gain: { total: 1100 } });
    expect(answer.dayColumns.factor[0]).toBe(1);
    expect(answer.problems).toMatchObject([{ date: '2024-01-02', kind: 'no_capital' }]);
  });

  it('does not take a value that cancels out for capital', () => {
    // 3 × 33.1 and a balance of −99.3 add up to 0, in doubles to something else.
    const closes = [
      ['2024-01-02', 33.1],
      ['2024-01-03', 40],
    ] as const;
    const answer = performanceOf({
      cashTracking: true,
      stocks: [{ symbol: 'AAA', closes }],
      transactions: [
        { ...purchase, quantity: 3, price: 33.1 },
        { type: 'DEPOSIT', date: '2024-01-04', amount: 1 },
      ],
    });
    expect([...answer.dayColumns.factor]).toEqual([1, 1, 1]);
    expect(answer.problems).toMatchObject([{ date: '2024-01-03', kind: 'no_capital' }]);
  });

  it('warns of dust before a purchase', () => {
    const answer = performanceOf({
      transactions: [
        { ...purchase, quantity: '0.00000001' },
        { type: 'DIVIDEND', date: '2024-01-05', symbol: 'AAA', amount: 500 },
      ],
    });
    expect(answer.twr).toBeGreaterThan(1e6);
    expect(answer.warnings).toMatchObject([{ kind: 'dust', date: '2024-01-05' }]);
  });

  it('has no return of a tracked account without a deposit, but the gain', () => {
    const answer = performanceOf({ cashTracking: true, transactions: [purchase] });
    expect(answer).toMatchObject({ twr: null, twrProblem: 'no_deposits', risk: null, gain: { total: 100 } });
    expect(answer.contributions[0]).toMatchObject({ contribution: null, twr: expect.closeTo(0.1, 12) });
    expect(answer.warnings).toEqual([
      {
        kind: 'cash_below_zero',
        days: 9,
        first: '2024-01-02',
        lowest: -1000,
        message: 'Cash was below zero on 9 days, first on Jan 2, 2024, by up to 1000.00 EUR',
      },
    ]);
  });
});

describe('the benchmark', () => {
  it('puts dividends back at the closes of their ex-dates', () => {
    const benchmark = { symbol: 'BBB', closes: weekCloses, dividends: [['2024-01-05', 10.4]] } as const;
    const answer = performanceOf(
      { stocks: [...stocks, benchmark], transactions: [purchase] },
      { benchmark: 'BBB' },
    );
    expect(answer.benchmark).toMatchObject({
      referenceDay: '2024-01-02',
      valueEnd: expect.closeTo(10 * 1.1 * 110, 9),
      gain: expect.closeTo(210, 9),
      twr: expect.closeTo(1.1 * 1.1 - 1, 12),
      dividendsReinvested: true,
      problem: null,
    });
  });

  it.each([
    ['begins later', [['2024-01-05', 50]], { problem: 'no_prices', problemDate: '2024-01-02', twr: null }],
    [
      'runs out',
      [
        ['2024-01-02', 100],
        ['2024-01-05', 10],
      ],
      { problem: 'ran_out', problemDate: '2024-01-05', twr: expect.closeTo(-0.9, 12), gain: null },
    ],
  ] as const)('reports a benchmark that %s', (_, closes, wanted) => {
    const answer = performanceOf(
      {
        stocks: [...stocks, { symbol: 'BBB', closes }],
        transactions: [purchase, { ...purchase, type: 'SELL', date: '2024-01-05', quantity: 5, price: 104 }],
      },
      { benchmark: 'BBB' },
    );
    expect(answer.benchmark).toMatchObject({ valueEnd: null, ...wanted });
  });
});

describe('the series', () => {
  it.each([
    ['2025-02-04', 400, '2024-01-02'],
    ['2025-02-05', 58, '2024-01-07'],
    ['2034-01-01', 522, '2024-01-07'],
    ['2034-01-02', 121, '2024-01-31'],
  ])('has one row a day, a week or a month until %s', (until, rows, first) => {
    const { series } = performanceOf({ transactions: [purchase], today: until }, { until, series: true });
    expect(series?.day.length).toBe(rows);
    expect(new Date((series?.day[0] ?? 0) * 86_400_000).toISOString().slice(0, 10)).toBe(first);
    expect(new Date((series?.day.at(-1) ?? 0) * 86_400_000).toISOString().slice(0, 10)).toBe(until);
  });
});

it('names tax years by the year of their first day', () => {
  const book = makeBook({
    stocks,
    transactions: [
      { ...purchase, date: '2023-01-01' },
      { ...purchase, type: 'SELL', date: '2024-04-05', quantity: 1 },
      { ...purchase, type: 'SELL', date: '2024-04-06', quantity: 1 },
      { type: 'DIVIDEND', date: '2024-04-06', symbol: 'AAA', amount: 10, fees: 1, taxes: 2 },
    ],
  });
  const options = { method: 'fifo', taxYearStart: '04-06', year: null, until: null } as const;
  expect(realised(book, options).years).toMatchObject([
    { year: '2023/24', proceeds: 100, dividends: 0 },
    { year: '2024/25', proceeds: 100, dividends: 10, fees: 1, taxes: 0 },
  ]);
  expect(realised(book, { ...options, year: '2023/24' }).sales).toMatchObject([{ date: '2024-04-05' }]);
});
