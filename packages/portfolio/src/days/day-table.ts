import { dateOfDay } from '@stockbook/common/days';
import type { DayColumns } from '../answers.ts';
import type { Book } from '../book/book.ts';
import { ledgerSteps } from '../book/ledger.ts';
import { periodOf } from '../book/period.ts';
import type { StockLedger } from '../book/stock-ledger.ts';
import { at, Cursor } from '../numbers/search.ts';
import { finish, type Steps } from '../numbers/steps.ts';
import type { DayHolding, DayRow, DayRowsOptions, DayTable, HoldingWriter } from './day-rows.ts';
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
  const writtenRows: DayTable['writtenRows'] = (offset, limit, writerOf) => {
    const held = holdings
      ? timeline.holdings.map((days) => new ShownHolding(days, timeline, writerOf))
      : null;
    return rowsOf(timeline.columns, held, offset, Math.min(timeline.window.count, offset + limit));
  };
  return {
    total: timeline.window.count,
    writtenRows,
    rows: (offset, limit) => writtenRows(offset, limit, () => (holding) => holding),
  };
}

function* rowsOf<Written>(
  columns: DayColumns,
  held: readonly ShownHolding<Written>[] | null,
  offset: number,
  end: number,
): Iterable<DayRow<Written>> {
  for (let row = offset; row < end; row++) {
    yield dayRow(columns, row, held && writtenOn(held, row + 1));
  }
}

/** A loop, because `flatMap` takes several times as long. */
function writtenOn<Written>(held: readonly ShownHolding<Written>[], row: number): Written[] {
  const written: Written[] = [];
  for (const holding of held) {
    if (holding.isHeldOn(row)) written.push(holding.on(row));
  }
  return written;
}

/** One row of the day table, without computing the others. */
export function dayRow<Written>(
  columns: DayColumns,
  row: number,
  holdings: Written[] | null,
): DayRow<Written> {
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
class ShownHolding<Written> {
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
  readonly #write: (holding: DayHolding) => Written;
  #last: { readonly holding: DayHolding; readonly written: Written } | null = null;

  constructor(days: HoldingDays, timeline: Timeline, writerOf: HoldingWriter<Written>) {
    this.#days = days;
    this.#stock = days.stock;
    this.#timeline = timeline;
    this.#eve = timeline.window.eve;
    this.#rates = this.#ratesOf(days.stock.currency);
    this.#bar = new Cursor(days.stock.prices.days);
    this.#change = new Cursor(days.stock.days);
    this.#write = writerOf(days.stock.symbol);
  }

  isHeldOn(row: number): boolean {
    const { firstRow, value } = this.#days;
    return row >= firstRow && row < firstRow + value.length && this.#quantityOn(this.#eve + row) !== 0;
  }

  /** @param row on which it is held */
  on(row: number): Written {
    const day = this.#eve + row;
    const source = this.#stock.prices;
    const trade = day < source.firstBarDay ? source.at(day) : null;
    const bare = trade ? trade.price.toNumber() : at(source.closes, this.#bar.advanceTo(day));
    const quantity = this.#quantityOn(day);
    const price = bare * this.#factor;
    const fxRate = at(trade ? this.#ratesOf(trade.currency) : this.#rates, row);
    const value = at(this.#days.value, row - this.#days.firstRow);
    const last = this.#last?.holding;
    const isSame =
      last?.value === value && last.price === price && last.quantity === quantity && last.fxRate === fxRate;
    if (this.#last && isSame) return this.#last.written;
    const holding = { symbol: this.#stock.symbol, quantity, price, fxRate, value };
    const written = this.#write(holding);
    this.#last = { holding, written };
    return written;
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
