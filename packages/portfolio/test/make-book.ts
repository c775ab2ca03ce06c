import { dayNumber } from '@stockbook/common/days';
import type { Book, StockHistory, Transaction } from '../src/index.ts';

type NumberName = 'quantity' | 'price' | 'amount' | 'fees' | 'taxes' | 'fxRate' | 'toAmount';

/** A transaction in short: numbers as numbers or texts, and only the fields that it uses. */
export type ShortTransaction = Pick<Transaction, 'type' | 'date'> &
  Partial<Omit<Transaction, 'type' | 'date' | NumberName>> &
  Partial<Record<NumberName, number | string | null>>;

/** A history with only the columns that a test needs. */
export interface ShortStock {
  readonly symbol: string;
  readonly currency?: string | null;
  /** Date and close in today's shares. */
  readonly closes?: readonly (readonly [date: string, close: number])[];
  readonly splits?: readonly (readonly [exDate: string, numerator: number, denominator: number])[];
  readonly dividends?: readonly (readonly [exDate: string, amount: number])[];
}

export type ShortBook = Partial<Omit<Book, 'transactions' | 'histories'>> & {
  readonly transactions: readonly ShortTransaction[];
  readonly stocks?: readonly ShortStock[];
};

/** A book in EUR of one portfolio. The currency of a transaction and of a stock is by default that of the book. */
export function makeBook({ transactions, stocks = [], ...rest }: ShortBook): Book {
  const currency = rest.currency ?? 'EUR';
  return {
    cashTracking: false,
    portfolioIds: ['p1'],
    splitChoices: [],
    quoteCurrencies: [],
    today: '2026-11-20',
    ...rest,
    currency,
    transactions: withOrdinals(transactions).map((transaction, index) => ({
      id: `t${String(index).padStart(5, '0')}`,
      portfolioId: 'p1',
      symbol: null,
      currency,
      fxCurrency: transaction.fxRate == null ? null : currency,
      exDate: null,
      toCurrency: null,
      transferId: null,
      ...transaction,
      quantity: text(transaction.quantity),
      price: text(transaction.price),
      amount: text(transaction.amount),
      fees: text(transaction.fees) ?? '0',
      taxes: text(transaction.taxes) ?? '0',
      fxRate: text(transaction.fxRate),
      toAmount: text(transaction.toAmount),
    })),
    histories: new Map(stocks.map((stock) => [stock.symbol, makeHistory(stock, currency)])),
  };
}

function makeHistory(
  { symbol, currency, closes = [], splits = [], dividends = [] }: ShortStock,
  defaultCurrency = 'EUR',
): StockHistory {
  return {
    symbol,
    currency: currency === undefined ? defaultCurrency : currency,
    days: Int32Array.from(closes, ([date]) => dayNumber(date)),
    closes: Float64Array.from(closes, ([, close]) => close),
    splits: splits.map(([exDate, numerator, denominator]) => ({ exDate, numerator, denominator })),
    dividends: dividends.map(([exDate, amount]) => ({ exDate, amount, currency: null })),
  };
}

/** The closes of the worked examples: Jan 6 and 7 are a weekend. */
export const weekCloses = [
  ['2024-01-02', 100],
  ['2024-01-03', 102],
  ['2024-01-04', 101],
  ['2024-01-05', 104],
  ['2024-01-08', 108],
  ['2024-01-09', 106],
  ['2024-01-10', 110],
] as const;

function withOrdinals(transactions: readonly ShortTransaction[]) {
  const counts = new Map<string, number>();
  return transactions.map((transaction) => {
    const ordinal = (counts.get(transaction.date) ?? 0) + 1;
    counts.set(transaction.date, ordinal);
    return { ordinal, ...transaction };
  });
}

function text(value: number | string | null | undefined): string | null {
  return value == null ? null : String(value);
}
