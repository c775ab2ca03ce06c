import type { StockHistory } from '../book/book.ts';
import type { Entry } from '../book/entries.ts';
import { type Decimal, decimal } from '../numbers/decimal.ts';
import { at, lastIndexUpTo } from '../numbers/search.ts';
import type { SplitTable } from './splits.ts';

export interface Price {
  /** Of one of today's shares. */
  readonly price: Decimal;
  readonly currency: string;
  /** Day of the bar or of the trade. */
  readonly day: number;
}

const pricedTypes: ReadonlySet<string> = new Set(['BUY', 'SELL', 'TRANSFER_IN']);

/** The prices of a stock: closes, and the prices of trades before the first bar. */
export class PriceSource {
  /** Infinity without bars. */
  readonly firstBarDay: number;
  readonly days: Int32Array;
  readonly closes: Float64Array;
  /** Before the first bar, oldest first. */
  readonly trades: readonly Price[];
  readonly #tradeDays: readonly number[];
  readonly #currency: string;

  /** @param entries of the stock, in order */
  constructor(
    history: StockHistory | undefined,
    currency: string,
    entries: readonly Entry[],
    splits: SplitTable,
  ) {
    this.#currency = currency;
    this.days = history?.days ?? new Int32Array();
    this.closes = history?.closes ?? new Float64Array();
    this.firstBarDay = this.days[0] ?? Number.POSITIVE_INFINITY;
    this.trades = entries.flatMap(({ transaction, day, price }) =>
      day < this.firstBarDay && price !== null && pricedTypes.has(transaction.type)
        ? { price: splits.priceToToday(price, day), currency: transaction.currency, day }
        : [],
    );
    this.#tradeDays = this.trades.map((trade) => trade.day);
  }

  /** The day of the bar or of the trade whose price counts on a day. */
  dayAt(day: number): number | undefined {
    const days = day < this.firstBarDay ? this.#tradeDays : this.days;
    return days[lastIndexUpTo(days, day)];
  }

  /** The day after a day before the first bar on which another price counts. */
  nextTradeDay(day: number): number {
    const next = this.#tradeDays[lastIndexUpTo(this.#tradeDays, day) + 1] ?? Number.POSITIVE_INFINITY;
    return Math.min(next, this.firstBarDay);
  }

  /** The last close at or before the day, else the price of the last trade. */
  at(day: number): Price | null {
    if (day < this.firstBarDay) return this.trades[lastIndexUpTo(this.#tradeDays, day)] ?? null;
    const index = lastIndexUpTo(this.days, day);
    return {
      price: decimal(at(this.closes, index)),
      currency: this.#currency,
      day: at(this.days, index),
    };
  }
}
