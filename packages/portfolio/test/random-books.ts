import { dateOfDay } from '@stockbook/common/days';
import fc from 'fast-check';
import type { TransactionType } from '../src/index.ts';
import type { ShortBook, ShortStock, ShortTransaction } from './make-book.ts';

/** 2024-01-01. */
const firstDay = 19_723;

interface Action {
  readonly type: TransactionType;
  readonly stock: number;
  readonly day: number;
  /** In steps of 1/8 share. */
  readonly eighths: number;
  /** In hundredths of the price. */
  readonly offset: number;
  readonly fees: number;
  readonly taxes: number;
  readonly isInEuro: boolean;
}

export interface BookOptions {
  /** Every trade at the close and nothing else that costs or earns. */
  readonly plain?: boolean;
  readonly cashTracking?: boolean;
  /** Every history begins before the first transaction. */
  readonly barsFromStart?: boolean;
}

const days = 28;

const stockTypes: readonly TransactionType[] = [
  'BUY',
  'BUY',
  'BUY',
  'SELL',
  'SELL',
  'DIVIDEND',
  'TRANSFER_IN',
  'TRANSFER_OUT',
];
const cashTypes: readonly TransactionType[] = [
  'FEE',
  'TAX',
  'INTEREST',
  'DEPOSIT',
  'DEPOSIT',
  'WITHDRAWAL',
  'EXCHANGE',
];

/** Ratios whose products with eighths have few decimals. */
const ratios = [
  [2, 1],
  [5, 1],
  [10, 1],
  [1, 2],
  [5, 2],
] as const;

export const splitRatio = fc.constantFrom(...ratios);

/** A walk in steps of one per cent of a price of 40 to 160, on most days. */
const walk = fc.record({
  start: fc.integer({ min: 40, max: 160 }),
  steps: fc.array(fc.integer({ min: -6, max: 6 }), { minLength: days + 3, maxLength: days + 3 }),
  /** A bit for each day without a bar. */
  gaps: fc.nat(2 ** 31 - 1),
  late: fc.nat(6),
});

type Walk = typeof walk extends fc.Arbitrary<infer T> ? T : never;

const currencies = ['EUR', 'USD', 'GBp'] as const;

/** A valid book of up to three stocks in three currencies over four weeks. */
export function randomBook({
  plain = false,
  cashTracking,
  barsFromStart = plain,
}: BookOptions = {}): fc.Arbitrary<ShortBook> {
  const action: fc.Arbitrary<Action> = fc.record({
    type: fc.constantFrom(...(plain ? (['BUY', 'BUY', 'SELL'] as const) : [...stockTypes, ...cashTypes])),
    stock: fc.nat(2),
    day: fc.nat(days - 1),
    eighths: fc.integer({ min: 1, max: 400 }),
    offset: plain ? fc.constant(0) : fc.integer({ min: -5, max: 5 }),
    fees: plain ? fc.constant(0) : fc.nat(5),
    taxes: plain ? fc.constant(0) : fc.nat(3),
    isInEuro: plain ? fc.constant(false) : fc.boolean(),
  });
  return fc
    .record({
      walks: fc.tuple(walk, walk, walk),
      splits: fc.array(fc.tuple(fc.nat(2), fc.nat(days - 1), splitRatio), { maxLength: 2 }),
      actions: fc.array(action, { minLength: 1, maxLength: 18 }),
      cashTracking: cashTracking === undefined ? fc.boolean() : fc.constant(cashTracking),
    })
    .map(({ walks, splits, actions, ...rest }) => {
      const stocks = walks.map((steps, index) => stockOf(index, steps, splits, barsFromStart));
      return {
        cashTracking: rest.cashTracking,
        today: dateOfDay(firstDay + days),
        stocks: [...stocks, ...pairs],
        transactions: transactionsOf(actions, stocks),
      };
    });
}

const pairs: ShortStock[] = [
  { symbol: 'EURUSD=X', currency: 'USD', closes: wave(1.1) },
  { symbol: 'GBPUSD=X', currency: 'USD', closes: wave(1.27) },
];

function wave(middle: number): (readonly [string, number])[] {
  return Array.from({ length: days + 8 }, (_, index) => [
    dateOfDay(firstDay - 4 + index),
    middle * (1 + 0.02 * Math.sin(index)),
  ]);
}

type Splits = readonly (readonly [stock: number, day: number, ratio: readonly [number, number]])[];

/** Closes in today's shares: those before a split are divided by its ratio. */
function stockOf(
  index: number,
  { start, steps, gaps, late }: Walk,
  splits: Splits,
  barsFromStart: boolean,
): ShortStock {
  const own = splits
    .filter(([stock], place) => stock === index && splits.findIndex(([other]) => other === index) === place)
    .map(([, day, [numerator, denominator]]) => [dateOfDay(firstDay + day), numerator, denominator] as const);
  const first = barsFromStart ? -3 : late;
  const closes: [string, number][] = [];
  let price = start;
  for (const [place, step] of steps.entries()) {
    price = Math.max(5, price * (1 + step / 100));
    const day = place - 3;
    if (day < first || ((gaps >> place) % 2 === 1 && day !== first)) continue;
    closes.push([dateOfDay(firstDay + day), Math.round(price * 10_000) / 10_000]);
  }
  return {
    symbol: ['AAA', 'BBB', 'CCC'][index] ?? '',
    currency: currencies[index] ?? 'EUR',
    closes,
    splits: own,
  };
}

/** The transactions that the actions make, in the order of their days: no sale exceeds what is held. */
function transactionsOf(actions: readonly Action[], stocks: readonly ShortStock[]): ShortTransaction[] {
  const held = stocks.map(() => 0);
  const seen = stocks.map(() => 0);
  return actions
    .toSorted((a, b) => a.day - b.day)
    .flatMap((action) => {
      const stock = stocks[action.stock];
      if (!stock) return [];
      const date = dateOfDay(firstDay + action.day);
      for (const [exDate, numerator, denominator] of stock.splits ?? []) {
        if (seen[action.stock] || exDate > date) continue;
        seen[action.stock] = 1;
        held[action.stock] = ((held[action.stock] ?? 0) * numerator) / denominator;
      }
      if (cashTypes.includes(action.type)) return cashTransaction(action, date);
      return stockTransaction(action, date, stock, held);
    });
}

function stockTransaction(
  action: Action,
  date: string,
  stock: ShortStock,
  held: number[],
): ShortTransaction[] {
  const { type, fees, taxes, isInEuro, offset } = action;
  const shares = held[action.stock] ?? 0;
  const isOut = type === 'SELL' || type === 'TRANSFER_OUT';
  const quantity = isOut ? Math.min(action.eighths / 8, shares) : action.eighths / 8;
  const close = priceOn(stock, date);
  // Without a price, a transfer at market has no value.
  if (quantity === 0 || (close === null && (type === 'TRANSFER_OUT' || type === 'TRANSFER_IN'))) return [];
  const price = (close ?? 100) * (1 + offset / 100);
  const base = { date, symbol: stock.symbol };
  const currency = isInEuro ? 'EUR' : (stock.currency ?? 'EUR');
  if (type === 'DIVIDEND') return [{ ...base, type, currency, amount: action.eighths / 8, fees, taxes }];
  held[action.stock] = shares + (isOut ? -quantity : quantity);
  if (type === 'TRANSFER_OUT') return [{ ...base, type, quantity, currency }];
  if (type === 'TRANSFER_IN') return [{ ...base, type, quantity, currency, price: isInEuro ? price : null }];
  return [{ ...base, type, quantity, currency, price, fees, taxes: type === 'SELL' ? taxes : 0 }];
}

function cashTransaction({ type, eighths, fees, isInEuro }: Action, date: string): ShortTransaction[] {
  const currency = isInEuro ? 'EUR' : 'USD';
  if (type === 'EXCHANGE') {
    const toCurrency = isInEuro ? 'USD' : 'EUR';
    return [{ type, date, currency, amount: eighths, toAmount: eighths, toCurrency, fees }];
  }
  const isLarge = type === 'DEPOSIT' || type === 'WITHDRAWAL';
  return [{ type, date, currency, amount: isLarge ? eighths * 10 : eighths / 50, fees: isLarge ? fees : 0 }];
}

/** The close at or before a date in shares of that date; null before the first one. */
export function priceOn({ closes = [], splits = [] }: ShortStock, date: string): number | null {
  const close = closes.findLast(([day]) => day <= date)?.[1];
  if (close === undefined) return null;
  return splits
    .filter(([exDate]) => exDate > date)
    .reduce((price, [, numerator, denominator]) => (price * numerator) / denominator, close);
}
