import { describe, expect, it } from 'vitest';
import { type Book, holdings, overview, performance, realised } from '../src/index.ts';
import { makeBook, weekCloses } from './make-book.ts';

const stocks = [{ symbol: 'AAA', closes: weekCloses }];
const options = { since: null, until: null, benchmark: null, riskFreePercent: 0, series: false };

/** Two purchases in p1, of which twelve shares move to p2 and some are sold there. */
const transactions = [
  { type: 'BUY', date: '2024-01-02', symbol: 'AAA', quantity: 10, price: 90 },
  { type: 'BUY', date: '2024-01-03', symbol: 'AAA', quantity: 10, price: 102 },
  { type: 'TRANSFER_OUT', date: '2024-01-04', symbol: 'AAA', quantity: 12, transferId: 'x' },
  {
    type: 'TRANSFER_IN',
    date: '2024-01-04',
    symbol: 'AAA',
    quantity: 12,
    transferId: 'x',
    portfolioId: 'p2',
  },
  { type: 'SELL', date: '2024-01-05', symbol: 'AAA', quantity: 11, price: 104, portfolioId: 'p2' },
] as const;

function bookOf(...portfolioIds: string[]): Book {
  return makeBook({ stocks, transactions, portfolioIds });
}

describe('a transfer between portfolios', () => {
  it('takes lots and cost along with their dates', () => {
    const { sales } = realised(bookOf('p2'), {
      method: 'fifo',
      taxYearStart: '01-01',
      year: null,
      until: null,
    });
    expect(sales[0]).toMatchObject({
      cost: 10 * 90 + 102,
      lots: [
        { boughtOn: '2024-01-02', quantity: 10 },
        { boughtOn: '2024-01-03', quantity: 1 },
      ],
    });
    expect(holdings(bookOf('p2'), { date: null, closed: false, lots: 'fifo' }).holdings[0]).toMatchObject({
      quantity: 1,
      cost: { fifo: 102, average: 96 },
      lots: [{ date: '2024-01-03', quantity: 1, cost: 102 }],
    });
  });

  it('counts as a flow at market for each portfolio alone', () => {
    expect(performance(bookOf('p1'), options)).toMatchObject({ inflow: 1920, outflow: 12 * 101 });
    expect(performance(bookOf('p2'), options)).toMatchObject({ inflow: 12 * 101, outflow: 11 * 104 });
  });

  it('counts as no flow for both together', () => {
    const { portfolios, performance: together, holdings: held } = overview(bookOf('p1', 'p2'), options);
    expect(together).toMatchObject({ inflow: 1920, outflow: 11 * 104, valueEnd: 9 * 110 });
    expect(held.holdings).toMatchObject([{ quantity: 9, cost: { fifo: 9 * 102 } }]);
    expect(portfolios.reduce((sum, { gain }) => sum + gain, 0)).toBeCloseTo(together.gain.total, 9);
    expect(portfolios.map(({ id, value }) => [id, value])).toEqual([
      ['p1', 880],
      ['p2', 110],
    ]);
  });

  it('leads back to the portfolio that the shares came from', () => {
    const book = makeBook({
      stocks,
      portfolioIds: ['p1'],
      transactions: [
        ...transactions.slice(0, 4),
        {
          type: 'TRANSFER_OUT',
          date: '2024-01-08',
          symbol: 'AAA',
          quantity: 12,
          transferId: 'y',
          portfolioId: 'p2',
        },
        { type: 'TRANSFER_IN', date: '2024-01-08', symbol: 'AAA', quantity: 12, transferId: 'y' },
      ],
    });
    expect(holdings(book, { date: null, closed: false, lots: 'fifo' }).holdings[0]).toMatchObject({
      cost: { fifo: 1920, average: 1920 },
      firstBought: '2024-01-02',
      lots: [
        { date: '2024-01-02', quantity: 10, cost: 900 },
        { date: '2024-01-03', quantity: 8, cost: 816 },
        { date: '2024-01-03', quantity: 2, cost: 204 },
      ],
    });
  });

  it('moves cash without a flow for both together', () => {
    const book = makeBook({
      cashTracking: true,
      portfolioIds: ['p1', 'p2'],
      transactions: [
        { type: 'DEPOSIT', date: '2024-01-02', amount: 500 },
        { type: 'WITHDRAWAL', date: '2024-01-03', amount: 200, transferId: 'z' },
        { type: 'DEPOSIT', date: '2024-01-03', amount: 200, transferId: 'z', portfolioId: 'p2' },
      ],
      today: '2024-01-05',
    });
    const { portfolios, performance: together } = overview(book, options);
    expect(together).toMatchObject({ inflow: 500, outflow: 0, valueEnd: 500, twr: 0 });
    expect(portfolios.map(({ value }) => value)).toEqual([300, 200]);
  });
});

it('brings in shares at their price, else at market', () => {
  const book = makeBook({
    stocks,
    transactions: [
      { type: 'TRANSFER_IN', date: '2024-01-06', symbol: 'AAA', quantity: 1 },
      { type: 'TRANSFER_IN', date: '2024-01-06', symbol: 'AAA', quantity: 1, price: 40 },
    ],
  });
  expect(holdings(book, { date: null, closed: false }).holdings[0]).toMatchObject({ cost: { fifo: 144 } });
  expect(performance(book, options).inflow).toBe(208);
});
