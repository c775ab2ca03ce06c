import { expect, it } from 'vitest';
import { dayTable, holdings, performance, realised } from '../src/index.ts';
import { performanceDetails } from '../src/returns/performance-details.ts';
import { makeBook, weekCloses } from './make-book.ts';

/** The example of docs/portfolios.md, which a reader can follow with a pocket calculator. */
const book = makeBook({
  stocks: [{ symbol: 'AAA', closes: weekCloses }],
  transactions: [
    { type: 'BUY', date: '2024-01-02', symbol: 'AAA', quantity: 10, price: 100 },
    { type: 'BUY', date: '2024-01-04', symbol: 'AAA', quantity: 10, price: 101.5, fees: 3 },
    { type: 'SELL', date: '2024-01-08', symbol: 'AAA', quantity: 15, price: 107.9, fees: 4, taxes: 12.5 },
  ],
  today: '2024-01-10',
});

it('has the rows of the day table', () => {
  const rows = [...dayTable(book, { since: null, until: null, holdings: true }).rows(0, 100)];
  expect(
    rows.map(({ date, valueBefore, inflow, outflow, value, factor }) => [
      date,
      valueBefore,
      inflow,
      outflow,
      value,
      Number(factor.toFixed(5)),
    ]),
  ).toEqual([
    ['2024-01-02', 0, 1000, 0, 1000, 1],
    ['2024-01-03', 1000, 0, 0, 1020, 1.02],
    ['2024-01-04', 1020, 1018, 0, 2020, 0.99117],
    ['2024-01-05', 2020, 0, 0, 2080, 1.0297],
    ['2024-01-06', 2080, 0, 0, 2080, 1],
    ['2024-01-07', 2080, 0, 0, 2080, 1],
    ['2024-01-08', 2080, 0, 1602, 540, 1.02981],
    ['2024-01-09', 540, 0, 0, 530, 0.98148],
    ['2024-01-10', 530, 0, 0, 550, 1.03774],
  ]);
  expect(rows[6]?.holdings).toEqual([{ symbol: 'AAA', quantity: 5, price: 108, fxRate: 1, value: 540 }]);
});

it('has the returns and the gain', () => {
  const answer = performance(book, {
    since: null,
    until: null,
    benchmark: null,
    riskFreePercent: 0,
    series: true,
  });
  expect(answer).toMatchObject({
    since: '2024-01-02',
    until: '2024-01-10',
    asOf: '2024-01-10',
    days: 9,
    valueStart: 0,
    valueEnd: 550,
    inflow: 2018,
    outflow: 1602,
    gain: { total: 134, price: 153.5, dividends: 0, interest: 0, fees: -7, taxes: -12.5, currency: 0 },
    twrAnnual: null,
    twrProblem: null,
    irrProblem: null,
    problems: [],
    warnings: [],
    skipped: [],
    benchmark: null,
    risk: { tradingDays: 7, drawdownFrom: '2024-01-08', recoveredOn: '2024-01-10' },
  });
  expect(answer.twr).toBeCloseTo(0.09190382728164867, 12);
  expect(answer.irr).toBeCloseTo(70.07531694132017, 6);
  expect(answer.irrPeriod).toBeCloseTo(0.09795772242127586, 10);
  expect(answer.contributions).toMatchObject([
    { symbol: 'AAA', gain: 134 },
    { symbol: null, gain: 0, contribution: 0 },
  ]);
  expect([...(answer.series?.invested ?? [])]).toEqual([1000, 1000, 2018, 2018, 2018, 2018, 416, 416, 416]);
});

it('has the cost and the realised gain by both methods', () => {
  const answer = holdings(book, { date: null, closed: false, lots: 'fifo' });
  expect(answer.holdings).toMatchObject([
    {
      cost: { fifo: 509, average: 504.5 },
      costPerShare: { fifo: 101.8, average: 100.9 },
      unrealised: { fifo: 41, average: 45.5 },
      realised: { fifo: 105.5, average: 101 },
      firstBought: '2024-01-02',
      lots: [{ date: '2024-01-04', quantity: 5, cost: 509 }],
      dayChange: 20,
      weightPercent: 100,
    },
  ]);
  const byAverage = holdings(book, { date: null, closed: false, lots: 'average' });
  expect(byAverage.holdings[0]?.lots).toEqual([{ date: '2024-01-04', quantity: 5, cost: 504.5 }]);
  const { sales } = realised(book, { method: 'fifo', taxYearStart: '01-01', year: null, until: null });
  expect(sales).toMatchObject([
    {
      quantity: 15,
      proceeds: 1614.5,
      cost: 1509,
      gain: 105.5,
      taxes: 12.5,
      lots: [
        { boughtOn: '2024-01-02', daysHeld: 6, quantity: 10, cost: 1000 },
        { boughtOn: '2024-01-04', daysHeld: 4, quantity: 5, cost: 509 },
      ],
    },
  ]);
});

it('has details that explain the figures', () => {
  const figures = performance(book, {
    since: null,
    until: null,
    benchmark: null,
    riskFreePercent: 0,
    series: true,
  });
  const details = performanceDetails(figures);
  const { twr } = figures;
  expect(details.years).toEqual([
    {
      year: 2024,
      twr: expect.closeTo(twr ?? 0, 12),
      months: [{ month: 1, twr: expect.closeTo(twr ?? 0, 12) }],
    },
  ]);
  expect(details.largestDays.map(({ date }) => date)).toEqual(['2024-01-10', '2024-01-08', '2024-01-05']);
  expect(details.largestDays[1]).toMatchObject({ valueBefore: 2080, inflow: 0, outflow: 1602, value: 540 });
  expect(details.payments).toEqual([
    { date: '2024-01-02', amount: -1000 },
    { date: '2024-01-04', amount: -1018 },
    { date: '2024-01-08', amount: 1602 },
    { date: '2024-01-10', amount: 550 },
  ]);
  expect(details.gainOnCost).toBeCloseTo(134 / 2018, 12);
  const drawdown = [...(figures.series?.drawdown ?? [])].map((value) => Number(value.toFixed(6)));
  expect(drawdown).toEqual([0, 0, -0.008832, 0, 0, 0, 0, -0.018519, 0]);
});

it('has returns of months and years that multiply to the return, and none before the first capital', () => {
  const long = makeBook({
    stocks: [
      {
        symbol: 'AAA',
        closes: [
          ['2023-12-20', 100],
          ['2023-12-29', 110],
          ['2024-01-31', 99],
          ['2024-02-15', 120],
        ],
      },
    ],
    transactions: [{ type: 'BUY', date: '2023-12-20', symbol: 'AAA', quantity: 1, price: 100 }],
    today: '2024-02-15',
  });
  const options = { until: null, benchmark: null, riskFreePercent: 0, series: false };
  const { years } = performanceDetails(performance(long, { since: '2023-11-01', ...options }));
  const round = (value: number) => Number(value.toFixed(9));
  expect(
    years.map(({ year, twr, months }) => [
      year,
      round(twr),
      months.map((each) => [each.month, round(each.twr)]),
    ]),
  ).toEqual([
    [2023, 0.1, [[12, 0.1]]],
    [
      2024,
      round(120 / 110 - 1),
      [
        [1, -0.1],
        [2, round(120 / 99 - 1)],
      ],
    ],
  ]);
});

it('has no returns of months where the return is null', () => {
  const empty = performance(makeBook({ stocks: [], transactions: [], today: '2024-01-10' }), {
    since: null,
    until: null,
    benchmark: null,
    riskFreePercent: 0,
    series: false,
  });
  expect(performanceDetails(empty)).toEqual({ years: [], largestDays: [], payments: [], gainOnCost: null });
});
