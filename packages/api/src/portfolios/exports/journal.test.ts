import { type Book, type CostMethod, holdings, journal, realised } from '@stockbook/portfolio';
import { makeBook, sampleBooks } from '@stockbook/portfolio/testing';
import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { journalNames } from './journal-names.ts';
import { postingsOf } from './postings.ts';
import { ShareLegs } from './share-legs.ts';
import { checkByPrograms } from './testing/check-journals.ts';
import { sharesOf, withJournals, withOwnSymbols } from './testing/with-journals.ts';

const methods: readonly CostMethod[] = ['fifo', 'average'];

interface Sums {
  readonly units: Map<string, Decimal>;
  readonly values: Map<string, Decimal>;
  readonly differences: number[];
}

/** The sums of the accounts by unit, their worth in the currency of the book, and what each entry lacks. */
function sumsOf(book: Book, method: CostMethod): Sums {
  const { currency, cashTracking } = book;
  const found = journal(book, null);
  const names = journalNames('ledger', 'P', ['AAA', 'BBB', 'CCC']);
  const legs = new ShareLegs(method);
  const sums: Sums = { units: new Map(), values: new Map(), differences: [] };
  const add = (map: Map<string, Decimal>, key: string, amount: Decimal) =>
    map.set(key, (map.get(key) ?? new Decimal(0)).add(amount));
  for (const entry of found.entries) {
    const { shares, money, gains } = postingsOf(entry, legs.of(entry), { names, currency, cashTracking });
    let rest = new Decimal(0);
    for (const { symbol, quantity, cost } of shares) {
      const weight = quantity.isNegative() ? cost.neg() : cost;
      add(sums.units, symbol, quantity);
      add(sums.values, symbol, weight);
      rest = rest.add(weight);
    }
    for (const { account, amount, currency: unit, total } of money) {
      const weight = total === null ? amount : total.amount.mul(amount.isNegative() ? -1 : 1);
      add(sums.units, `${account} ${unit}`, amount);
      add(sums.values, account, weight);
      rest = rest.add(weight);
    }
    if (gains === null) sums.differences.push(rest.abs().toNumber());
    else add(sums.values, gains, rest.neg());
  }
  return sums;
}

const near = (value: number) => expect.closeTo(value, 8);

describe('a journal of a random book', () => {
  it.each(methods)('has the holdings, the cash, the costs and the gains of the figures: %s', (method) => {
    for (const book of sampleBooks(300, 20_240_102)) {
      const { units, values, differences } = sumsOf(book, method);
      expect(Math.max(0, ...differences)).toBeLessThan(1e-9);
      const held = holdings(book, { date: null, closed: true });
      const shares = sharesOf(book);
      for (const { symbol, cost } of held.holdings) {
        expect(units.get(symbol)?.toNumber() ?? 0).toEqual(near(shares.get(symbol) ?? 0));
        expect(values.get(symbol)?.toNumber() ?? 0).toEqual(near(cost[method]));
      }
      for (const { currency, amount } of held.cash) {
        expect(units.get(`Assets:Stockbook:P:Cash ${currency}`)?.toNumber() ?? 0).toEqual(near(amount));
      }
      const { years } = realised(book, { method, taxYearStart: '01-01', year: null, until: held.date });
      const sum = (name: 'gain' | 'dividends' | 'interest' | 'fees') =>
        years.reduce((total, year) => total + year[name], 0);
      const accounts = { Gains: sum('gain'), Dividends: sum('dividends'), Interest: sum('interest') };
      for (const [part, total] of Object.entries(accounts)) {
        expect(-(values.get(`Income:Stockbook:P:${part}`)?.toNumber() ?? 0)).toEqual(near(total));
      }
    }
  });

  it.each(methods)('passes the checks of the installed programs with equal balances: %s', (method) => {
    const random = sampleBooks(60, 7).map((book, index) => withOwnSymbols(book, index));
    checkByPrograms(withJournals(random, method));
  });

  it.each([
    ['fifo', true],
    ['fifo', false],
    ['average', true],
    ['average', false],
  ] as const)(
    'passes these checks with unusual names, splits and rates: %s, cash %s',
    (method, cashTracking) => {
      checkByPrograms(withJournals([unusualBook(cashTracking)], method));
    },
  );
});

const closes = [
  ['2024-01-02', 90],
  ['2024-01-10', 100.1],
] as const;

/** Trades of a stock whose shares are then split 1:3, so that the quantities of lots have no end. */
const thirds = (symbol: string) =>
  [
    { type: 'BUY', date: '2024-01-02', symbol, quantity: 10, price: 30.37, fees: 1 },
    { type: 'BUY', date: '2024-01-02', symbol, quantity: 1, price: 0 },
    { type: 'SELL', date: '2024-01-02', symbol, quantity: 2, price: 31, taxes: 0.1 },
    { type: 'BUY', date: '2024-01-03', symbol, quantity: '0.0000000123', price: 33.333 },
    { type: 'BUY', date: '2024-01-03', symbol, quantity: 7, price: 45, currency: 'USD', fxRate: '0.9171' },
    { type: 'SELL', date: '2024-01-05', symbol, quantity: 2, price: 93.7, fees: 0.33 },
  ] as const;

const unusualSymbols = ['^GSPC', '0700.HK', 'F', 'USD', 'BRK-B', 'BRK.B', 'A&B', 'X-GSPC', 'SPIN', 'SHRINK'];

/** A book with the cases that random books lack. */
function unusualBook(cashTracking: boolean): Book {
  return makeBook({
    cashTracking,
    today: '2024-01-10',
    stocks: [
      ...unusualSymbols.map((symbol) => ({
        symbol,
        currency: symbol === '0700.HK' ? 'GBp' : 'EUR',
        closes,
        splits:
          symbol === 'SPIN'
            ? ([['2024-01-04', 1253, 1000]] as const)
            : symbol === 'SHRINK'
              ? ([['2024-01-04', 1000, 1253]] as const)
              : ([['2024-01-04', 1, 3]] as const),
      })),
      { symbol: 'EURUSD=X', currency: 'USD', closes: [['2024-01-02', 1.09]] },
      { symbol: 'EURGBP=X', currency: 'GBP', closes: [['2024-01-02', 0.86]] },
    ],
    splitChoices: ['SPIN', 'SHRINK'].map((symbol) => ({
      portfolioId: 'p1',
      symbol,
      exDate: '2024-01-04',
      choice: 'kept' as const,
    })),
    transactions: [
      ...unusualSymbols.flatMap(thirds),
      { type: 'TRANSFER_OUT', date: '2024-01-08', symbol: 'F', quantity: 1 },
      { type: 'EXCHANGE', date: '2024-01-08', amount: 100, toAmount: 8_550, toCurrency: 'GBp', fees: 0.5 },
      {
        type: 'EXCHANGE',
        date: '2024-01-09',
        amount: 12,
        currency: 'GBP',
        toAmount: 15.1,
        toCurrency: 'USD',
        fees: 0.1,
      },
      { type: 'FEE', date: '2024-01-09', amount: -3, currency: 'USD', symbol: 'F' },
    ],
  });
}
