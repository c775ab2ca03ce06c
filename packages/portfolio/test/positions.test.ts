import { describe, expect, it } from 'vitest';
import {
  balancesOn,
  findUncovered,
  findUncoveredSales,
  holdings,
  performance,
  realised,
} from '../src/index.ts';
import { makeBook, type ShortBook, type ShortTransaction, weekCloses } from './make-book.ts';

const stocks = [{ symbol: 'AAA', closes: weekCloses }];
const base = { symbol: 'AAA', price: 100 } as const;

function buy(
  date: string,
  quantity: number | string,
  rest: Partial<ShortTransaction> = {},
): ShortTransaction {
  return { ...base, type: 'BUY', date, quantity, ...rest };
}

function sell(
  date: string,
  quantity: number | string,
  rest: Partial<ShortTransaction> = {},
): ShortTransaction {
  return { ...base, type: 'SELL', date, quantity, ...rest };
}

function quantityOf(book: ShortBook, date = '2024-01-10'): number | undefined {
  return holdings(makeBook({ stocks, ...book }), { date, closed: true }).holdings[0]?.quantity;
}

function uncovered({ transactions, ...rest }: ShortBook) {
  const book = makeBook({ stocks, transactions, ...rest });
  const splits = new Map([...book.histories].map(([symbol, history]) => [symbol, history.splits]));
  return findUncovered({ ...book, splits });
}

describe('tolerance', () => {
  it('closes a position when a sale exceeds it by one millionth', () => {
    const transactions = [buy('2024-01-02', '9.999995'), sell('2024-01-03', 10)];
    expect(uncovered({ transactions })).toBeNull();
    expect(quantityOf({ transactions })).toBe(0);
  });

  it('reports the first sale that exceeds its position with the missing shares', () => {
    const transactions = [buy('2024-01-02', 10), sell('2024-01-03', 15), sell('2024-01-04', 1)];
    expect(uncovered({ transactions })).toEqual({
      transactionId: 't00001',
      date: '2024-01-03',
      symbol: 'AAA',
      missing: '5',
    });
  });

  it('reports all sales that exceed their position if none of them is booked', () => {
    const transactions = [
      buy('2024-01-02', 10),
      sell('2024-01-03', 15),
      sell('2024-01-04', 8),
      sell('2024-01-05', 3),
    ];
    const book = makeBook({ stocks, transactions });
    const found = findUncoveredSales({ ...book, splits: new Map() });
    expect(found.map(({ date, missing }) => [date, missing])).toEqual([
      ['2024-01-03', '5'],
      ['2024-01-05', '1'],
    ]);
  });

  it('takes a remainder of 1e-9 shares for none, and its cost goes with the sale', () => {
    const book = makeBook({
      stocks,
      transactions: [buy('2024-01-02', 10), sell('2024-01-03', '9.999999999')],
    });
    expect(holdings(book, { date: null, closed: true, lots: 'fifo' }).holdings[0]).toMatchObject({
      quantity: 0,
      price: null,
      cost: { fifo: 0, average: 0 },
      lots: [],
    });
    const { sales } = realised(book, { method: 'average', taxYearStart: '01-01', year: null, until: null });
    expect(sales[0]?.cost).toBe(1000);
  });

  it('begins a new position when a purchase follows on the day of the sale', () => {
    const book = makeBook({
      stocks,
      transactions: [
        buy('2024-01-02', 10),
        sell('2024-01-03', '9.9999999995'),
        buy('2024-01-03', 5, { price: 102 }),
      ],
    });
    expect(holdings(book, { date: null, closed: false }).holdings[0]).toMatchObject({
      quantity: 5,
      cost: { fifo: 510 },
    });
  });

  it('keeps a remainder above 1e-9 shares', () => {
    expect(quantityOf({ transactions: [buy('2024-01-02', 10), sell('2024-01-03', '9.99999999')] })).toBe(
      1e-8,
    );
  });

  it('counts shares of ten decimals', () => {
    expect(quantityOf({ transactions: [buy('2024-01-02', '0.1'), buy('2024-01-03', '0.2000000003')] })).toBe(
      0.3000000003,
    );
  });

  it('reports a transfer that a sale of another portfolio would cover', () => {
    const transactions = [
      buy('2024-01-02', 10, { portfolioId: 'p2' }),
      { type: 'TRANSFER_OUT', date: '2024-01-03', symbol: 'AAA', quantity: 1 },
    ] as const;
    expect(uncovered({ transactions })?.missing).toBe('1');
  });
});

describe('the order within a day', () => {
  it('lets sales wait for the purchases of their day, in their own order', () => {
    const book = makeBook({
      stocks,
      transactions: [sell('2024-01-02', 4), sell('2024-01-02', 6), buy('2024-01-02', 10)],
    });
    const { sales } = realised(book, { method: 'fifo', taxYearStart: '01-01', year: null, until: null });
    expect(sales.map(({ quantity }) => quantity)).toEqual([4, 6]);
    expect(holdings(book, { date: null, closed: false }).holdings).toEqual([]);
  });

  it('starts the cost again at zero after a position was sold out', () => {
    const book = makeBook({
      stocks,
      transactions: [
        buy('2024-01-02', 10, { price: 50 }),
        sell('2024-01-03', 10),
        buy('2024-01-05', 1, { price: 104 }),
      ],
    });
    expect(holdings(book, { date: null, closed: false }).holdings[0]).toMatchObject({
      cost: { fifo: 104, average: 104 },
      firstBought: '2024-01-05',
    });
  });
});

describe('splits', () => {
  const thirds = { symbol: 'AAA', closes: weekCloses, splits: [['2024-01-04', 1, 3]] } as const;

  it('loses nothing by thirds', () => {
    const transactions = [buy('2024-01-02', 1), buy('2024-01-03', 2), sell('2024-01-04', 1)];
    expect(uncovered({ stocks: [thirds], transactions })).toBeNull();
    expect(quantityOf({ stocks: [thirds], transactions })).toBe(0);
  });

  it('shows a holding in the shares of its day', () => {
    const book = makeBook({ stocks: [thirds], transactions: [buy('2024-01-02', 3, { price: 33 })] });
    const eve = holdings(book, { date: '2024-01-03', closed: false, lots: 'fifo' }).holdings[0];
    expect(eve).toMatchObject({ quantity: 3, price: 34, value: 102, lots: [{ quantity: 3 }] });
    expect(holdings(book, { date: '2024-01-04', closed: false }).holdings[0]).toMatchObject({
      quantity: 1,
      price: 101,
      value: 101,
    });
  });

  it('does not count a split after today', () => {
    const transactions = [buy('2024-01-02', 3)];
    expect(quantityOf({ stocks: [thirds], transactions, today: '2024-01-03' }, '2024-01-03')).toBe(3);
  });

  const spinOff = { symbol: 'AAA', closes: weekCloses, splits: [['2024-01-04', 1253, 1000]] } as const;
  const choice = { portfolioId: 'p1', symbol: 'AAA', exDate: '2024-01-04' } as const;

  it('asks once whether an unusual split is a spin-off', () => {
    const transactions = [buy('2024-01-02', 10)];
    const warningsOf = (splitChoices: ShortBook['splitChoices']) =>
      holdings(makeBook({ stocks: [spinOff], transactions, splitChoices }), { date: null, closed: false })
        .warnings;
    expect(warningsOf([])).toContainEqual({
      kind: 'spin_off',
      symbol: 'AAA',
      exDate: '2024-01-04',
      ratio: '1,253:1,000',
      message:
        'AAA has a split of 1,253:1,000 on Jan 4, 2024. That is usually a spin-off: did your number of shares change?',
    });
    const kinds = warningsOf([{ ...choice, choice: 'multiplied' }]).map(({ kind }) => kind);
    expect(kinds).not.toContain('spin_off');
  });

  it('lets the rest of a position leave when its number of shares stayed', () => {
    const book = makeBook({
      stocks: [spinOff],
      transactions: [buy('2024-01-02', 10), sell('2024-01-10', 10, { price: 110 })],
      splitChoices: [{ ...choice, choice: 'kept' }],
    });
    const { holdings: held, spunOff } = holdings(book, { date: '2024-01-04', closed: false });
    expect(spunOff).toEqual([
      {
        symbol: 'AAA',
        exDate: choice.exDate,
        cost: {
          fifo: expect.closeTo(1000 - 1000 / 1.253, 9),
          average: expect.closeTo(1000 - 1000 / 1.253, 9),
        },
      },
    ]);
    expect(held[0]?.quantity).toBe(10);
    expect(held[0]?.cost.fifo).toBeCloseTo(1000 / 1.253, 9);
    const { sales, moved } = realised(book, {
      method: 'fifo',
      taxYearStart: '01-01',
      year: null,
      until: null,
    });
    expect(sales[0]?.cost).toBeCloseTo(1000 / 1.253, 9);
    expect(moved.carriedOut).toBeCloseTo(2.53 * 101 - (1000 - 1000 / 1.253), 9);
    const splits = new Map([['AAA', book.histories.get('AAA')?.splits ?? []]]);
    expect(findUncovered({ ...book, splits })).toBeNull();
    const options = { since: null, until: null, benchmark: null, riskFreePercent: 0, series: false };
    expect(performance(book, options).outflow).toBeCloseTo(2.53 * 101 + 1100, 9);
  });

  it('asks for the new shares of a spin-off until another stock is transferred in on its day', () => {
    const spunOffOf = (transactions: ShortTransaction[], kept = true) =>
      holdings(
        makeBook({
          stocks: [spinOff, { symbol: 'BBB', closes: weekCloses }],
          transactions: [buy('2024-01-02', 10), ...transactions],
          splitChoices: kept ? [{ ...choice, choice: 'kept' }] : [],
        }),
        { date: null, closed: false },
      ).spunOff;
    const added = { type: 'TRANSFER_IN' as const, symbol: 'BBB', quantity: 2.5, price: 80 };
    expect(spunOffOf([{ ...added, date: '2024-01-05' }])).toHaveLength(1);
    expect(spunOffOf([{ ...added, date: choice.exDate }])).toEqual([]);
    expect(spunOffOf([{ ...added, date: choice.exDate, symbol: 'AAA' }])).toHaveLength(1);
    expect(spunOffOf([], false)).toEqual([]);
  });
});

describe('balancesOn', () => {
  it('returns shares of the day and money in all currencies', () => {
    const split = { exDate: '2024-01-04', numerator: 3, denominator: 1 };
    const book = makeBook({
      stocks,
      transactions: [
        { type: 'DEPOSIT', date: '2024-01-02', amount: 2000 },
        buy('2024-01-02', 10, { fees: 1 }),
        sell('2024-01-05', 6),
        sell('2024-01-08', 3),
      ],
    });
    const input = { ...book, splits: new Map([['AAA', [split]]]) };
    const on = (date: string) =>
      [...balancesOn(input, date).values()].map(({ shares, money }) => [...shares, ...money]);
    expect(on('2024-01-03')).toEqual([
      [
        ['AAA', '10'],
        ['EUR', '999'],
      ],
    ]);
    expect(on('2024-01-05')).toEqual([
      [
        ['AAA', '24'],
        ['EUR', '1599'],
      ],
    ]);
    expect(on('2024-01-01')).toEqual([[]]);
  });
});
