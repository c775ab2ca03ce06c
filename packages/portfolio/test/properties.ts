import { dateOfDay, dayNumber } from '@stockbook/common/days';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type CostMethod,
  dayTable,
  holdings,
  overview,
  type Performance,
  performance,
  realised,
} from '../src/index.ts';
import { makeBook, type ShortBook, type ShortStock } from './make-book.ts';
import { priceOn, randomBook, splitRatio } from './random-books.ts';

const methods: readonly CostMethod[] = ['fifo', 'average'];

const wholeLife = { since: null, until: null, benchmark: null, riskFreePercent: 0, series: false };

type Check = <T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void) => void;

/** Declares the tests of what holds for every book. */
export function testProperties(numRuns: number): void {
  const check: Check = (arbitrary, property) => fc.assert(fc.property(arbitrary, property), { numRuns });
  testChanges(check);
  testSums(check);
  testSpecialBooks(check);
}

/** Changes of a book that change no value and no return. */
function testChanges(check: Check): void {
  it('changes no value and no return when a split is put anywhere', () => {
    const split = fc.record({
      symbol: fc.constantFrom('AAA', 'BBB', 'CCC'),
      day: fc.nat(27),
      ratio: splitRatio,
    });
    check(fc.tuple(randomBook(), split), ([book, { symbol, day, ratio }]) => {
      const date = dateOfDay(dayNumber('2024-01-01') + day);
      expectSameDays(performanceOf(withSplit(book, symbol, date, ratio)), performanceOf(book));
    });
  });

  it('changes no value, flow or return when the lines of a day change their order', () => {
    check(
      fc.tuple(randomBook({ barsFromStart: true }), fc.infiniteStream(fc.nat(1000))),
      ([short, order]) => {
        const book = makeBook(short);
        const transactions = book.transactions.map((transaction) => ({
          ...transaction,
          ordinal: Number(order.next().value),
        }));
        expectSameDays(performance({ ...book, transactions }, wholeLife), performance(book, wholeLife));
      },
    );
  });

  it('equals the union of two portfolios with the two together', () => {
    check(randomBook(), (short) => {
      const apart = makeBook({ ...short, portfolioIds: ['p1', 'p2'], transactions: inTwoPortfolios(short) });
      const { portfolios, performance: together } = overview(apart, wholeLife);
      expect({ ...together, dayColumns: null }).toEqual({ ...performanceOf(short), dayColumns: null });
      const { value } = withValue(together);
      expectClose(sum(portfolios.map((part) => part.gain)), together.gain.total, value);
      expectClose(sum(portfolios.map((part) => part.value)), together.valueEnd, value);
    });
  });
}

/** Figures that other figures add up or multiply to. */
function testSums(check: Check): void {
  it('adds the parts and the contributions up to the gain and to the return', () => {
    check(randomBook(), (book) => {
      const { gain, twr, contributions, value } = withValue(performanceOf(book));
      const { total, ...parts } = gain;
      expectClose(sum(Object.values(parts)), total, value);
      expectClose(sum(contributions.map((part) => part.gain)), total, value);
      const shares = contributions.map(({ contribution }) => contribution ?? 0);
      if (twr !== null) expectClose(sum(shares), twr, sum(shares.map(Math.abs)));
    });
  });

  it.each(methods)('explains the same gain by %s', (method) => {
    check(randomBook({ cashTracking: false }), (short) => {
      const book = makeBook(short);
      const { gain, value } = withValue(performance(book, wholeLife));
      const { totals } = holdings(book, { date: null, closed: true });
      const { years, moved } = realised(book, { method, taxYearStart: '01-01', year: null, until: null });
      const explained = [
        totals.realised[method],
        totals.unrealised[method],
        moved.carriedOut,
        -moved.broughtIn,
        gain.dividends,
        -sum(years.map(({ fees }) => fees)),
        gain.taxes,
      ];
      expectClose(sum(explained), gain.total, value);
    });
  });

  it('multiplies the day table to the return', () => {
    check(randomBook(), (short) => {
      const book = makeBook(short);
      const { twr, twrProblem } = performance(book, wholeLife);
      const rows = [...dayTable(book, { since: null, until: null, holdings: true }).rows(0, 1000)];
      const product = rows.reduce((index, { factor }) => index * factor, 1);
      if (twrProblem === null) expectClose(product - 1, twr ?? Number.NaN, product);
      if (short.cashTracking) return;
      for (const row of rows) {
        expectClose(sum((row.holdings ?? []).map((holding) => holding.value)), row.value, row.value);
        for (const { quantity, price, fxRate, value } of row.holdings ?? []) {
          expectClose(quantity * price * fxRate, value, value);
        }
      }
    });
  });

  it('multiplies the returns of a period cut in two', () => {
    check(fc.tuple(randomBook(), fc.nat(26)), ([short, day]) => {
      const book = makeBook(short);
      const whole = performance(book, wholeLife);
      const cut = dayNumber(whole.since) + Math.min(day, whole.dayColumns.day.length - 1);
      const part = (since: string, until: string) => performance(book, { ...wholeLife, since, until });
      if (cut >= dayNumber(whole.until)) return;
      const first = part(whole.since, dateOfDay(cut));
      const second = part(dateOfDay(cut + 1), whole.until);
      const index = (columns: Performance) => columns.dayColumns.index.at(-1) ?? 1;
      expectClose(index(first) * index(second), index(whole), index(whole));
      expectClose(first.gain.total + second.gain.total, whole.gain.total, withValue(whole).value);
    });
  });
}

function testSpecialBooks(check: Check): void {
  it('returns 0 when prices are flat and nothing costs', () => {
    check(randomBook({ plain: true }), (book) => {
      const { twr, twrProblem, irr, irrProblem, gain } = performanceOf(flattened(book));
      expect(gain.total).toBeCloseTo(0, 8);
      if (twrProblem === null) expect(twr).toBeCloseTo(0, 9);
      if (irrProblem === null || irrProblem === 'several_rates') expect(irr).toBeCloseTo(0, 8);
    });
  });

  it('has the value and the gain of its benchmark when the book buys it at the close', () => {
    check(randomBook({ plain: true, cashTracking: false }), (short) => {
      const transactions = short.transactions.filter(({ symbol }) => symbol === 'BBB');
      if (transactions.length === 0) return;
      const { benchmark, valueEnd, gain } = performance(makeBook({ ...short, transactions }), {
        ...wholeLife,
        benchmark: 'BBB',
      });
      expect(benchmark?.problem).toBeNull();
      expectClose(benchmark?.valueEnd ?? Number.NaN, valueEnd, valueEnd + Math.abs(gain.total));
      expectClose(benchmark?.gain ?? Number.NaN, gain.total, valueEnd + Math.abs(gain.total));
    });
  });
}

function performanceOf(book: ShortBook): Performance {
  return performance(makeBook(book), wholeLife);
}

/** The performance with the amount that its rounding errors are measured by. */
function withValue(answer: Performance): Performance & { value: number } {
  const value = Math.abs(answer.valueEnd) + Math.abs(answer.inflow) + Math.abs(answer.outflow);
  return { ...answer, value };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Compares by itself: a million calls of `expect` would take a tenth to a fifth of the time of all tests here. */
function expectClose(got: number, wanted: number, scale: number): void {
  const isClose = Math.abs(got - wanted) <= 1e-9 * Math.max(1, Math.abs(scale));
  if (!isClose) expect.fail(`${got} is not ${wanted}, measured by ${scale}`);
}

function expectSameDays(got: Performance, wanted: Performance): void {
  const scale = withValue(wanted).value;
  expect(got.since).toBe(wanted.since);
  expect(got.problems.map(({ date, kind }) => [date, kind])).toEqual(
    wanted.problems.map(({ date, kind }) => [date, kind]),
  );
  for (const name of ['value', 'inflow', 'outflow'] as const) {
    for (const [row, value] of wanted.dayColumns[name].entries()) {
      expectClose(got.dayColumns[name][row] ?? Number.NaN, value, scale);
    }
  }
  expect(got.twr === null).toBe(wanted.twr === null);
  const largest = Math.max(...wanted.dayColumns.index);
  expectClose(got.twr ?? 0, wanted.twr ?? 0, largest);
  expectClose(got.gain.total, wanted.gain.total, scale);
}

/** The same book in a world with one more split: in shares of each day, and with closes in the new today's shares. */
function withSplit(
  book: ShortBook,
  symbol: string,
  exDate: string,
  [numerator, denominator]: readonly [number, number],
): ShortBook {
  const ratio = numerator / denominator;
  const split = (stock: ShortStock): ShortStock =>
    stock.symbol === symbol
      ? {
          ...stock,
          closes: stock.closes?.map(([date, close]) => [date, close / ratio]),
          splits: [...(stock.splits ?? []), [exDate, numerator, denominator]],
        }
      : stock;
  return {
    ...book,
    stocks: book.stocks?.map(split),
    transactions: book.transactions.map((transaction) =>
      transaction.symbol === symbol && transaction.date >= exDate
        ? {
            ...transaction,
            quantity: transaction.quantity && Number(transaction.quantity) * ratio,
            price: transaction.price && Number(transaction.price) / ratio,
          }
        : transaction,
    ),
  };
}

/** The same trades at a price of 100 in today's shares. */
function flattened(book: ShortBook): ShortBook {
  const stocks = book.stocks?.map(
    (stock): ShortStock => ({
      ...stock,
      currency: 'EUR',
      closes: stock.closes?.map(([date]) => [date, 100]),
    }),
  );
  const priceOf = (symbol: string | null | undefined, date: string) => {
    const stock = stocks?.find((one) => one.symbol === symbol);
    return stock && priceOn(stock, date);
  };
  const transactions = book.transactions.map((transaction) => ({
    ...transaction,
    currency: 'EUR',
    price: priceOf(transaction.symbol, transaction.date),
  }));
  return { ...book, cashTracking: false, stocks, transactions };
}

/** Each stock in one of two portfolios, so that each portfolio holds what it sells. */
function inTwoPortfolios({ transactions }: ShortBook): ShortBook['transactions'] {
  const { transactions: numbered } = makeBook({ transactions });
  return transactions.map((transaction, index) => ({
    ...transaction,
    ordinal: numbered[index]?.ordinal,
    portfolioId: ['AAA', 'USD'].includes(transaction.symbol ?? transaction.currency ?? '') ? 'p2' : 'p1',
  }));
}
