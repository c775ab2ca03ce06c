import { dayNumber } from '@stockbook/common/days';
import { describe, expect, it } from 'vitest';
import { packBook } from '../../test/pack-book.ts';
import type { Book, Transaction } from '../book/book.ts';
import { holdings } from '../cost/holdings.ts';
import { performance } from '../returns/performance.ts';
import { dayAfterYearBefore, partOfBook } from '../returns/summary.ts';
import { computeInThread } from './index.ts';

const dates = [
  '2024-01-02',
  '2024-01-03',
  '2024-01-04',
  '2024-01-05',
  '2024-01-08',
  '2024-01-09',
  '2024-01-10',
];
const { signal } = new AbortController();
const wholeLife = { since: null, until: null, benchmark: null, riskFreePercent: 0, series: true };

const transaction = (fields: Partial<Transaction>): Transaction => ({
  id: 'a',
  portfolioId: 'first',
  type: 'BUY',
  date: '2024-01-02',
  ordinal: 1,
  symbol: 'AAA',
  quantity: '10',
  price: '100',
  amount: null,
  currency: 'EUR',
  fees: '0',
  taxes: '0',
  fxRate: null,
  fxCurrency: null,
  exDate: null,
  toAmount: null,
  toCurrency: null,
  transferId: null,
  ...fields,
});

const shared = <Column extends Int32Array | Float64Array>(
  column: Column,
  values: ArrayLike<number>,
): Column => {
  column.set(values);
  return column;
};

function bookOf(transactions: readonly Transaction[], portfolioIds = ['first']): Book {
  const history = {
    symbol: 'AAA',
    currency: 'EUR',
    days: shared(new Int32Array(new SharedArrayBuffer(4 * dates.length)), dates.map(dayNumber)),
    closes: shared(
      new Float64Array(new SharedArrayBuffer(8 * dates.length)),
      [100, 102, 101, 104, 108, 106, 110],
    ),
    splits: [],
    dividends: [],
  };
  return {
    currency: 'EUR',
    cashTracking: false,
    portfolioIds,
    transactions,
    histories: new Map([['AAA', history]]),
    splitChoices: [],
    quoteCurrencies: [],
    today: '2024-01-10',
  };
}

describe('computeInThread', () => {
  const book = bookOf([
    transaction({}),
    transaction({ id: 'b', date: '2024-01-04', price: '101.5', fees: '3' }),
  ]);

  it('answers as the functions of the package do', async () => {
    const request = { book: packBook(book), options: { ...wholeLife, details: false } };
    const { dayColumns, payments, ...figures } = performance(book, wholeLife);
    expect(dayColumns.day).toHaveLength(9);
    expect(payments).toHaveLength(3);
    expect(await computeInThread({ name: 'performance', ...request }, 'user', signal)).toEqual({
      ...figures,
      details: null,
    });
    const options = { date: null, closed: false };
    expect(
      await computeInThread({ name: 'holdings', book: packBook(book), options }, 'user', signal),
    ).toEqual(holdings(book, options));
  });

  it('summarises each portfolio of a book by its own transactions', async () => {
    const two = bookOf(
      [
        transaction({}),
        transaction({ id: 'b', portfolioId: 'second', quantity: '1', date: '2024-01-09', price: '106' }),
      ],
      ['first', 'second'],
    );
    const parts = ['second', 'first'].map((id) => ({
      id,
      currency: 'EUR',
      cashTracking: false,
      costMethod: 'fifo' as const,
    }));
    expect(
      await computeInThread({ name: 'summaries', book: packBook(two), options: parts }, 'user', signal),
    ).toMatchObject([
      { value: 110, gain: 4, dayChange: 4, twr1ySince: '2024-01-09', asOf: '2024-01-10', symbols: ['AAA'] },
      {
        value: 1_100,
        gain: 100,
        dayChange: 40,
        twr1ySince: '2024-01-02',
        asOf: '2024-01-10',
        symbols: ['AAA'],
      },
    ]);
  });

  it('finds the position in a stock of each portfolio of a book, and the trades of all in today’s shares', async () => {
    const two = bookOf(
      [
        transaction({}),
        transaction({ id: 'b', portfolioId: 'second', quantity: '1', date: '2024-01-09', price: '106' }),
        transaction({ id: 'c', type: 'SELL', quantity: '10', date: '2024-01-09', price: '120' }),
        transaction({ id: 'd', portfolioId: 'elsewhere' }),
      ],
      ['first', 'second'],
    );
    const history = two.histories.get('AAA');
    if (!history) throw new Error('The book has no history of AAA');
    const split = { ...history, splits: [{ exDate: '2024-01-05', numerator: 2, denominator: 1 }] };
    const parts = ['second', 'first'].map((id) => ({
      id,
      currency: 'EUR',
      cashTracking: false,
      costMethod: 'fifo' as const,
    }));
    const find = async (splitChoices: Book['splitChoices'], maxTrades: number) =>
      computeInThread(
        {
          name: 'positions',
          book: packBook({ ...two, histories: new Map([['AAA', split]]), splitChoices }),
          options: { symbol: 'AAA', parts, maxTrades },
        },
        'user',
        signal,
      );
    const { positions, trades } = await find([], 10);
    expect(positions).toMatchObject([
      { portfolioId: 'second', date: '2024-01-10', holding: { quantity: 1 } },
      { portfolioId: 'first', date: '2024-01-10', holding: { quantity: 10 } },
    ]);
    const sale = { portfolioId: 'first', type: 'SELL', date: '2024-01-09', quantity: 10, price: 120 };
    expect(trades).toMatchObject([
      sale,
      { portfolioId: 'second', type: 'BUY', date: '2024-01-09', quantity: 1, price: 106 },
      { portfolioId: 'first', type: 'BUY', date: '2024-01-02', quantity: 20, price: 50 },
    ]);
    const kept = { portfolioId: 'first', symbol: 'AAA', exDate: '2024-01-05', choice: 'kept' } as const;
    expect((await find([kept], 10)).trades[2]).toMatchObject({ quantity: 10, price: 100 });
    expect((await find([], 1)).trades).toMatchObject([sale]);
  });

  it('gives up when the time is over', async () => {
    const request = {
      name: 'performance',
      book: packBook(book),
      options: { ...wholeLife, details: false },
    } as const;
    await expect(computeInThread(request, 'user', signal, 0)).rejects.toThrow('take too long to compute');
    expect(await computeInThread(request, 'user', signal)).toMatchObject({ since: '2024-01-02' });
  });

  it('rejects with the reason of a signal that is aborted while it computes, and leaves the thread', async () => {
    const abortion = new AbortController();
    const line = packBook(book).transactions.split('\n')[0] ?? '';
    const long = { ...packBook(book), transactions: Array.from({ length: 200_000 }, () => line).join('\n') };
    const request = { name: 'performance', book: long, options: { ...wholeLife, details: false } } as const;
    const answer = computeInThread(request, 'user', abortion.signal);
    const small = { ...request, book: packBook(book) };
    // Users take turns: the long computation has begun.
    await computeInThread(small, 'other', signal);
    abortion.abort(new Error('left'));
    await expect(answer).rejects.toThrow('left');
    expect(await computeInThread(small, 'user', signal)).toMatchObject({ since: '2024-01-02' });
  });

  it('rejects with the reason of a signal that is aborted', async () => {
    const aborted = AbortSignal.abort(new Error('left'));
    const options = { ...wholeLife, details: false };
    const request = { name: 'performance', book: packBook(book), options } as const;
    await expect(computeInThread(request, 'user', aborted)).rejects.toThrow('left');
  });
});

describe('partOfBook', () => {
  it('keeps the transactions of other portfolios only if shares were transferred in', () => {
    const other = transaction({ portfolioId: 'second' });
    const own = transaction({ id: 'b' });
    const arrival = transaction({ id: 'c', type: 'TRANSFER_IN', transferId: 't' });
    const part = { id: 'first', currency: 'USD', cashTracking: true };
    expect(partOfBook(bookOf([own, other]), part)).toMatchObject({
      portfolioIds: ['first'],
      currency: 'USD',
      cashTracking: true,
      transactions: [own],
    });
    expect(partOfBook(bookOf([own, arrival, other]), part).transactions).toHaveLength(3);
  });
});

it.each([
  ['2026-11-23', '2025-11-24'],
  ['2024-02-29', '2023-03-01'],
  ['2025-02-28', '2024-02-29'],
  ['2025-12-31', '2025-01-01'],
])('counts the year that ends on %s from %s', (date, since) => {
  expect(dayAfterYearBefore(date)).toBe(since);
});
