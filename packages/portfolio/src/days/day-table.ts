import { dateOfDay } from '@stockbook/common/days';
import type { DayColumns } from '../answers.ts';
import type { Book } from '../book/book.ts';
import { ledgerSteps } from '../book/ledger.ts';
import { periodOf } from '../book/period.ts';
import type { StockLedger } from '../book/stock-ledger.ts';
import { at, Cursor } from '../numbers/search.ts';
import { finish, type Steps } from '../numbers/steps.ts';
import type { DayHolding, DayRow, DayRowsOptions, DayTable } from './day-rows.ts';
import type { HoldingDays } from './holding-days.ts';
import { type Timeline, timelineSteps } from './timeline.ts';

/** The table of all days of a period, with the holdings of each day on request. */
export function dayTable(book: Book, options: DayRowsOptions): DayTable {
  return finish(dayTableSteps(book, options));
}

/** Computes what `dayTable` returns, a stock at a time. */
export function* dayTableSteps(book: Book, { since, until, holdings }: DayRowsOptions): Steps<DayTable> {
  const ledger = yield* ledgerSteps(book);
  const period = periodOf(ledger, since, until);
  const timeline = yield* timelineSteps(ledger, period.since, period.until);
  const total = timeline.window.count;
  return {
    total,
    *rows(offset, limit) {
      const held = holdings ? timeline.holdings.map((days) => new ShownHolding(days, timeline)) : null;
      for (let row = offset; row < Math.min(total, offset + limit); row++) {
        yield dayRow(timeline.columns, row, held?.flatMap((holding) => holding.on(row + 1) ?? []) ?? null);
      }
    },
  };
}

/** One row of the day table, without computing the others. */
export function dayRow(columns: DayColumns, row: number, holdings: DayHolding[] | null): DayRow {
  return {
    date: dateOfDay(at(columns.day, row)),
    valueBefore: at(columns.valueBefore, row),
    inflow: at(columns.inflow, row),
    outflow: at(columns.outflow, row),
    value: at(columns.value, row),
    factor: at(columns.factor, row),
    index: at(columns.index, row),
    holdings,
  };
}

/** One holding on the days of a table, in their order: each number is found from that of the day before. */
class ShownHolding {
  readonly #days: HoldingDays;
  readonly #stock: StockLedger;
  readonly #eve: number;
  /** Rates of the currency of the quotes, by rows. */
  readonly #rates: Float64Array;
  readonly #timeline: Timeline;
  readonly #bar: Cursor;
  readonly #change: Cursor;
  #position = -1;
  #factor = Number.NaN;
  #quantity = 0;

  constructor(days: HoldingDays, timeline: Timeline) {
    this.#days = days;
    this.#stock = days.stock;
    this.#timeline = timeline;
    this.#eve = timeline.window.eve;
    this.#rates = this.#ratesOf(days.stock.currency);
    this.#bar = new Cursor(days.stock.prices.days);
    this.#change = new Cursor(days.stock.days);
  }

  /** Null if it is not held at the end of the day. */
  on(row: number): DayHolding | null {
    const { firstRow, value } = this.#days;
    if (row < firstRow || row >= firstRow + value.length) return null;
    const day = this.#eve + row;
    const quantity = this.#quantityOn(day);
    if (quantity === 0) return null;
    const source = this.#stock.prices;
    const trade = day < source.firstBarDay ? source.at(day) : null;
    const price = trade ? trade.price.toNumber() : at(source.closes, this.#bar.advanceTo(day));
    return {
      symbol: this.#stock.symbol,
      quantity,
      price: price * this.#factor,
      fxRate: at(trade ? this.#ratesOf(trade.currency) : this.#rates, row),
      value: at(value, row - firstRow),
    };
  }

  #ratesOf(currency: string): Float64Array {
    const { ledger, window } = this.#timeline;
    return ledger.rates.column(currency, window.eve, window.eve + window.count).rate;
  }

  /** In the shares of the day. */
  #quantityOn(day: number): number {
    const position = this.#change.advanceTo(day);
    const factor = this.#stock.splits.factorNumber(day);
    if (position !== this.#position || factor !== this.#factor) {
      this.#position = position;
      this.#factor = factor;
      const shares = this.#stock.quantities[position];
      this.#quantity = shares ? this.#stock.splits.toDay(shares, day).toNumber() : 0;
    }
    return this.#quantity;
  }
}
