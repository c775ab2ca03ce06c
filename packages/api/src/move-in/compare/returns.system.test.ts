import { dayNumber } from '@stockbook/common/days';
import {
  type Book,
  balancesOn,
  type Performance,
  performance,
  type StockHistory,
  type Transaction,
} from '@stockbook/portfolio';
import { seededRandom } from '@stockbook/testing';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../decimal.ts';
import { bookTransactions } from '../plan/book-transactions.ts';
import type { MovePlan } from '../plan/plan.ts';
import { planBook, readBook } from '../testing/move-in.ts';
import type { PpTestEntry } from '../testing/pp-book.ts';
import { type TradedBook, tradedPpBook } from '../testing/traded-pp-book.ts';

/** The largest difference of a price between the sources, as a logarithm. */
const maxDeviation = 0.001;

const whole = 'all';

/** The transactions as the program itself has them: in shares of the last day, in one book, without transfers. */
function toldTransactions(entries: readonly PpTestEntry[]): Transaction[] {
  const hundredths = (amount: bigint) => new Decimal(String(amount)).div(100);
  return entries.flatMap((entry, index): Transaction[] => {
    const { type, amount, currency, shares = 0n, units = [], security = null, date, arriving } = entry;
    const sum = (kind: 'FEE' | 'TAX') =>
      units.reduce((total, unit) => (unit.type === kind ? total + unit.amount : total), 0n);
    const [fees, taxes] = [hundredths(sum('FEE')), hundredths(sum('TAX'))];
    const quantity = new Decimal(String(shares)).div(1e8);
    const transaction: Transaction = {
      id: String(index),
      portfolioId: whole,
      type: 'DEPOSIT',
      date,
      ordinal: index + 1,
      symbol: security,
      quantity: null,
      price: null,
      amount: null,
      currency,
      fees: fees.toFixed(),
      taxes: taxes.toFixed(),
      fxRate: null,
      fxCurrency: null,
      exDate: null,
      toAmount: null,
      toCurrency: null,
      transferId: null,
    };
    const traded = (kind: Transaction['type'], gross: Decimal): Transaction[] => [
      { ...transaction, type: kind, quantity: quantity.toFixed(), price: gross.div(quantity).toFixed(10) },
    ];
    const paid = (kind: Transaction['type'], money = hundredths(amount), more: Partial<Transaction> = {}) => [
      { ...transaction, type: kind, amount: money.toFixed(), ...more },
    ];
    switch (type) {
      case 'buy':
        return traded('BUY', hundredths(amount).minus(fees));
      case 'sell':
        return traded('SELL', hundredths(amount).plus(fees));
      case 'inbound':
        return traded('TRANSFER_IN', hundredths(amount));
      case 'move_shares':
        return [];
      case 'move_cash':
        return arriving
          ? paid('EXCHANGE', hundredths(amount), {
              toAmount: hundredths(arriving.amount).toFixed(),
              toCurrency: arriving.currency,
            })
          : [];
      case 'DEPOSIT':
        return paid('DEPOSIT');
      case 'REMOVAL':
        return paid('WITHDRAWAL');
      case 'DIVIDENDS':
        return paid('DIVIDEND', hundredths(amount).plus(taxes));
      case 'INTEREST':
        return paid('INTEREST');
      case 'FEES':
        return paid('FEE');
      default:
        return paid('TAX');
    }
  });
}

/** The transactions that the move stores. */
function storedTransactions({ transactions, portfolios }: MovePlan): Transaction[] {
  return bookTransactions(transactions, portfolios).map((transaction, index) => ({
    ...transaction,
    transferId: transactions[index]?.transfer ?? null,
  }));
}

/** @param closesOf the closes of a security, in shares of the last day */
function histories(
  { securities, days, rates }: TradedBook,
  closesOf: ReadonlyMap<string, Float64Array>,
  hasSplits: boolean,
): Map<string, StockHistory> {
  const pairs = [...rates].filter(([currency]) => currency !== 'EUR');
  return new Map([
    ...securities.map(({ uuid, currency, splits }): [string, StockHistory] => [
      uuid,
      {
        symbol: uuid,
        currency,
        days,
        closes: closesOf.get(uuid) ?? new Float64Array(),
        splits: hasSplits ? splits : [],
        dividends: [],
      },
    ]),
    ...pairs.map(([currency, closes]): [string, StockHistory] => [
      `${currency}EUR=X`,
      { symbol: `${currency}EUR=X`, currency: 'EUR', days, closes, splits: [], dividends: [] },
    ]),
  ]);
}

describe('the return of a book that was moved in', () => {
  it('differs from that on the prices of its file by what the prices differ', async () => {
    const traded = tradedPpBook();
    const { securities, days, rates } = traded;
    const random = seededRandom(28);
    const theirs = new Map(securities.map(({ uuid, closes }) => [uuid, closes]));
    const ours = new Map(
      securities.map(({ uuid, ticker, closes }) => [
        uuid,
        ticker === 'OWN'
          ? closes
          : closes.map((close) => close * Math.exp(maxDeviation * (2 * random.next() - 1))),
      ]),
    );
    const stocks = securities
      .filter(({ ticker }) => ticker !== 'OWN')
      .map(({ uuid, ticker, currency, splits }) => ({
        symbol: ticker,
        isin: null,
        currency,
        splits,
        days,
        closes: ours.get(uuid) ?? new Float64Array(),
      }));
    const { plan, comparison } = planBook(await readBook(traded.book), { facts: { stocks } });
    expect(comparison.message).toMatch(/^Everything adds up: /);
    expect(plan.lines.filter(({ verdict }) => verdict === 'new')).toHaveLength(5_000);
    expect(plan.splits.map(({ reading }) => reading)).toEqual(['applied', 'applied']);

    const last = traded.book.entries.at(-1)?.date ?? '';
    const common = {
      currency: 'EUR',
      cashTracking: true,
      splitChoices: [],
      quoteCurrencies: [],
      today: '2026-11-27',
    };
    const measure = (book: Pick<Book, 'portfolioIds' | 'transactions' | 'histories'>): Performance =>
      performance(
        { ...common, ...book },
        {
          since: null,
          until: last,
          benchmark: null,
          riskFreePercent: 0,
          series: false,
        },
      );
    const stored = {
      portfolioIds: plan.portfolios.map(({ key }) => key),
      transactions: storedTransactions(plan),
    };
    const told = measure({
      portfolioIds: [whole],
      transactions: toldTransactions(traded.book.entries),
      histories: histories(traded, theirs, false),
    });
    const moved = measure({ ...stored, histories: histories(traded, theirs, true) });
    const here = measure({ ...stored, histories: histories(traded, ours, true) });

    // The first part, that of the move itself, is nothing: on the same prices the figures are the same.
    expect(moved.gain.total).toBeCloseTo(told.gain.total, 2);
    expect(moved.twr).toBeCloseTo(told.twr ?? Number.NaN, 8);
    expect(moved.irr).toBeCloseTo(told.irr ?? Number.NaN, 8);

    // The second part is that of the prices: of the shares held at the end, and of those that were delivered.
    const deviation = (security: string, date: string) => {
      const day = dayNumber(date) - (days[0] ?? 0);
      const { currency = 'EUR' } = securities.find(({ uuid }) => uuid === security) ?? {};
      const closes = (ours.get(security)?.[day] ?? 0) - (theirs.get(security)?.[day] ?? 0);
      return closes * (rates.get(currency)?.[day] ?? 0);
    };
    const splits = new Map(securities.map(({ uuid, splits: own }) => [uuid, own]));
    const held = [...balancesOn({ ...common, transactions: stored.transactions, splits }, last).values()];
    const ofHoldings = held.flatMap(({ shares }) =>
      [...shares].map(([security, quantity]) => Number(quantity) * deviation(security, last)),
    );
    const ofDeliveries = traded.book.entries
      .filter(({ type }) => type === 'inbound')
      .map(({ security = '', shares = 0n, date }) => -(Number(shares) / 1e8) * deviation(security, date));
    const ofPrices = [...ofHoldings, ...ofDeliveries].reduce((sum, part) => sum + part, 0);
    expect(Math.abs(ofPrices)).toBeGreaterThan(1);
    expect(here.gain.total - moved.gain.total).toBeCloseTo(ofPrices, 2);

    // Between two days with money from outside, the factors of days cancel each other but for the first and the last.
    const { inflow, outflow } = here.dayColumns;
    const flowDays = inflow.filter((amount, row) => amount !== 0 || outflow[row] !== 0).length;
    const change = Math.log(1 + (here.twr ?? 0)) - Math.log(1 + (moved.twr ?? 0));
    expect(flowDays).toBe(11);
    expect(Math.abs(change)).toBeGreaterThan(0);
    expect(Math.abs(change)).toBeLessThan(2 * (flowDays + 1) * maxDeviation);
  });
});
