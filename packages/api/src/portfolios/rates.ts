import { hundredths, mainCurrency } from '@stockbook/common/currencies';
import { findPath, pairsOf } from '@stockbook/common/currency-pairs';
import {
  conversionRepository,
  type EntityManager,
  marketPriceRepository,
  type StoredTransaction,
  transactionRepository,
} from '@stockbook/db';
import { Decimal } from 'decimal.js';
import type { ActorContext } from '../context.ts';
import { ensurePairs } from '../history/pairs/ensure-pairs.ts';
import { unitsOf } from './fields.ts';

/** A currency and the day on which its rate is wanted. */
export interface RateRequest {
  readonly currency: string;
  readonly date: string;
}

/** The portfolio whose currency money is converted to. */
export interface RateTarget {
  readonly id: string;
  readonly currency: string;
}

export interface Rates {
  /**
   * The rate of one unit of `currency` on a requested day: that of the pair, of its inverse, through USD or through
   * EUR, else the last one that a transaction names. Null without any of these.
   */
  rate(request: RateRequest): Decimal | null;
  /** Whether the system has a pair by which the currency can be converted, whatever its first day. */
  hasPair(currency: string): boolean;
}

type Lookup = (symbol: string) => Decimal | null;

/** The rate of a pair, or of its inverse. */
function direct(from: string, to: string, closeOf: Lookup): Decimal | null {
  const inverse = closeOf(`${to}${from}=X`);
  return closeOf(`${from}${to}=X`) ?? (inverse ? new Decimal(1).div(inverse) : null);
}

/** The product of the rates of the best path that has all of them. */
function convert(from: string, to: string, closeOf: Lookup): Decimal | null {
  const rates = findPath({ from, to }, ([one, other]) => direct(one, other, closeOf));
  return rates?.reduce((product, rate) => product.mul(rate)) ?? null;
}

/** Reads the rates of currencies to that of a portfolio, in one query for all days. */
export async function readRates(
  em: EntityManager,
  userId: string,
  portfolio: RateTarget,
  requests: readonly RateRequest[],
): Promise<Rates> {
  const to = portfolio.currency;
  const foreign = requests.filter(({ currency }) => mainCurrency(currency) !== to);
  const symbols = pairsOf(
    to,
    foreign.map(({ currency }) => currency),
  );
  const pairs = symbols.length === 0 ? [] : await marketPriceRepository.listWithBars(em, symbols);
  const dates = [...new Set(foreign.map(({ date }) => date))];
  const prices = await marketPriceRepository.listPrices(
    em,
    pairs.flatMap(({ id }) => dates.map((date) => ({ stockId: id, date }))),
  );
  const closes = new Map(prices.map(({ stockId, date, close }) => [`${stockId} ${date}`, close]));
  const ids = new Map(pairs.map(({ id, symbol }) => [symbol, id]));
  const own = await readOwnRates(em, userId, portfolio, foreign);
  return {
    rate({ currency, date }) {
      const main = mainCurrency(currency);
      const units = unitsOf(currency);
      if (main === to) return new Decimal(units);
      const closeOf: Lookup = (symbol) => {
        const close = closes.get(`${ids.get(symbol)} ${date}`);
        return close === undefined ? null : new Decimal(close);
      };
      const rate = convert(main, to, closeOf) ?? lastOwnRate(own, portfolio, { currency: main, date });
      return rate?.mul(units) ?? null;
    },
    hasPair(currency) {
      const main = mainCurrency(currency);
      return convert(main, to, (symbol) => (ids.has(symbol) ? new Decimal(1) : null)) !== null;
    },
  };
}

type OwnRate = Pick<StoredTransaction, 'date' | 'currency' | 'fxRate' | 'fxCurrency'>;

/** The names of a currency and of its hundredths. */
const namesOf = (main: string) => [
  main,
  ...Object.keys(hundredths).filter((name) => mainCurrency(name) === main),
];

async function readOwnRates(
  em: EntityManager,
  userId: string,
  { id }: RateTarget,
  foreign: readonly RateRequest[],
): Promise<readonly OwnRate[]> {
  const names = [...new Set(foreign.flatMap(({ currency }) => namesOf(mainCurrency(currency))))];
  return names.length === 0 ? [] : transactionRepository.listRates(em, userId, id, names);
}

/** The rate of a main unit that the latest transaction up to a day names. */
function lastOwnRate(
  own: readonly OwnRate[],
  to: RateTarget,
  { currency, date }: RateRequest,
): Decimal | null {
  const last = own.findLast(
    (each) =>
      each.date <= date && mainCurrency(each.currency) === currency && each.fxCurrency === to.currency,
  );
  return last?.fxRate ? new Decimal(last.fxRate).div(unitsOf(last.currency)) : null;
}

/**
 * Requests the pairs that a portfolio needs and the system does not have. Call it in the transaction that changes the
 * currencies of a portfolio, or those of its transactions or stocks.
 */
export async function requestPairs(
  tx: EntityManager,
  ctx: Pick<ActorContext<'clock'>, 'user' | 'services'>,
  { id, currency }: RateTarget,
): Promise<void> {
  await ensurePairs(tx, ctx, currency, await conversionRepository.listForeignCurrencies(tx, id));
}
