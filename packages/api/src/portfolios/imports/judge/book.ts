import { mainCurrency } from '@stockbook/common/currencies';
import { pathsOf, symbolsOf } from '@stockbook/common/currency-pairs';
import type { ComparedTransaction } from '@stockbook/db';
import type { Draft } from '../../transactions/check-fields.ts';
import type { Facts } from './facts.ts';

/** Of transactions and drafts with the same key, the import adds as often as the file has more of them. */
type Compared = Pick<
  Draft,
  'date' | 'type' | 'stockId' | 'quantity' | 'price' | 'amount' | 'currency' | 'fees' | 'taxes'
>;

function keyOf({ date, type, stockId, quantity, price, amount, currency, fees, taxes }: Compared): string {
  return `${date} ${type} ${stockId} ${quantity} ${price} ${amount} ${currency} ${fees} ${taxes}`;
}

/** The transactions that a portfolio has, as far as the rows of a file are compared with them. */
export class ExistingTransactions {
  readonly #externalIds: Set<string>;
  /** How many equal ones no row of the file has met yet. */
  readonly #counts = new Map<string, number>();

  constructor(transactions: readonly ComparedTransaction[]) {
    this.#externalIds = new Set(transactions.flatMap(({ externalId }) => externalId ?? []));
    for (const transaction of transactions) {
      const key = keyOf(transaction);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  /** Whether the portfolio, or an earlier row, is a transaction: each equal one counts once. */
  take(draft: Draft): boolean {
    const { externalId } = draft;
    if (externalId !== null) {
      const isThere = this.#externalIds.has(externalId);
      this.#externalIds.add(externalId);
      return isThere;
    }
    const key = keyOf(draft);
    const count = this.#counts.get(key) ?? 0;
    if (count > 0) this.#counts.set(key, count - 1);
    return count > 0;
  }
}

/** A transaction or a draft that may name the rate of its currency. */
type Rated = Pick<Draft, 'date' | 'currency' | 'fxRate' | 'fxCurrency'>;

/** Whether money can be converted into the currency of the portfolio: by a pair, or by a rate that was entered. */
export class KnownRates {
  readonly #currency: string;
  readonly #firstDates: ReadonlyMap<string, string>;
  /** The first day with a rate that a transaction names, by main currency. */
  readonly #named = new Map<string, string>();

  constructor({ portfolio, pairs }: Pick<Facts, 'portfolio' | 'pairs'>) {
    this.#currency = portfolio.currency;
    this.#firstDates = new Map(pairs.map(({ symbol, firstDate }) => [symbol, firstDate]));
  }

  note({ date, currency, fxRate, fxCurrency }: Rated): void {
    if (fxRate === null || fxCurrency !== this.#currency) return;
    const main = mainCurrency(currency);
    const first = this.#named.get(main);
    if (first === undefined || date < first) this.#named.set(main, date);
  }

  /** Whether a rate is missing for good: that of a currency without a pair is fetched after the import. */
  isMissing({ date, currency, fxRate }: Rated): boolean {
    const main = mainCurrency(currency);
    if (main === this.#currency || fxRate !== null) return false;
    const named = this.#named.get(main);
    if (named !== undefined && named <= date) return false;
    const paths = pathsOf({ from: main, to: this.#currency }).map((path) =>
      path.map((leg) => symbolsOf(leg).flatMap((symbol) => this.#firstDates.get(symbol) ?? [])),
    );
    const hasPair = paths.some((path) => path.every((legs) => legs.length > 0));
    const hasRate = paths.some((path) => path.every((legs) => legs.some((first) => first <= date)));
    return hasPair && !hasRate;
  }
}

const pricedTypes = new Set<string>(['BUY', 'SELL', 'TRANSFER_IN']);

/** The days from which on the market value of a stock is known: by its bars, or by the price of a trade. */
export class KnownPrices {
  readonly #first = new Map<number, string>();

  constructor({ stocks }: Pick<Facts, 'stocks'>) {
    for (const { id, firstDate } of stocks) if (firstDate !== null) this.#first.set(id, firstDate);
  }

  note({ type, stockId, date, price }: Pick<Draft, 'type' | 'stockId' | 'date' | 'price'>): void {
    if (stockId === null || price === null || !pricedTypes.has(type)) return;
    const first = this.#first.get(stockId);
    if (first === undefined || date < first) this.#first.set(stockId, date);
  }

  isMissing({ type, stockId, date, price }: Draft): boolean {
    if (type !== 'TRANSFER_IN' || price !== null || stockId === null) return false;
    const first = this.#first.get(stockId);
    return first === undefined || first > date;
  }
}
