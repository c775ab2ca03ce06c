import type { Booking } from '../book/bookings.ts';
import type { StockLedger } from '../book/stock-ledger.ts';
import { toDouble } from '../numbers/decimal.ts';
import { at, lastIndexUpTo } from '../numbers/search.ts';
import type { Rates } from '../prices/rates.ts';

/** Consecutive days: row 0 is the eve of the first day, row `count` the last day. */
export interface Window {
  /** Days since 1970-01-01 of row 0. */
  readonly eve: number;
  readonly count: number;
}

/** Money that moved into and out of one holding, by rows. */
export interface HoldingFlows {
  readonly rows: readonly number[];
  readonly inflow: readonly number[];
  readonly outflow: readonly number[];
}

/** The values of one holding on the days from its first to its last change, else to the end of the window. */
export interface HoldingDays {
  readonly stock: StockLedger;
  readonly flows: HoldingFlows;
  /** Row of the first element of `value`. */
  readonly firstRow: number;
  readonly value: Float64Array;
  /** Σ of value in its own currency at the end of the day before × change of the rate. */
  readonly currencyGain: number;
  /** Day of the last close or trade price that a value was computed from; −Infinity without one. */
  readonly lastPriceDay: number;
}

const noFlows: HoldingFlows = { rows: [], inflow: [], outflow: [] };

/** The flows of all holdings within a window, by symbol. Bookings are in the order of their days. */
export function holdingFlows(bookings: readonly Booking[], { eve }: Window): Map<string, HoldingFlows> {
  const bySymbol = new Map<string, { rows: number[]; inflow: number[]; outflow: number[] }>();
  for (const { day, symbol, holdingIn, holdingOut } of bookings) {
    if (day <= eve || symbol === null || (holdingIn.isZero() && holdingOut.isZero())) continue;
    const flows = bySymbol.get(symbol) ?? { rows: [], inflow: [], outflow: [] };
    bySymbol.set(symbol, flows);
    const last = flows.rows.length - 1;
    if (last >= 0 && flows.rows[last] === day - eve) {
      flows.inflow[last] = (flows.inflow[last] ?? 0) + toDouble(holdingIn);
      flows.outflow[last] = (flows.outflow[last] ?? 0) + toDouble(holdingOut);
    } else {
      flows.rows.push(day - eve);
      flows.inflow.push(toDouble(holdingIn));
      flows.outflow.push(toDouble(holdingOut));
    }
  }
  return bySymbol;
}

/** The days of a book to which all holdings add their values. */
export interface ValuedDays {
  readonly window: Window;
  readonly rates: Rates;
  /** By rows: the sum of the values of all holdings. */
  readonly totals: Float64Array;
  /** By days: 1 with a bar of a stock that is held at the end of the day or was at the end of the day before. */
  readonly isTradingDay: Uint8Array;
}

/** Values a holding on each day of a window, in doubles. Days on which it is not held are passed over. */
export function valueHolding(
  stock: StockLedger,
  flows: HoldingFlows = noFlows,
  valued: ValuedDays,
): HoldingDays {
  const { eve } = valued.window;
  const { firstRow, lastRow } = rowsOf(stock, flows, valued.window);
  const filler = new DayFiller(stock, valued, firstRow, lastRow);
  let position = lastIndexUpTo(stock.days, eve + firstRow);
  for (let row = firstRow; row <= lastRow; position++) {
    const change = (stock.days[position + 1] ?? Number.POSITIVE_INFINITY) - eve;
    const next = Math.min(lastRow + 1, change);
    const quantity = stock.quantities[position]?.toNumber() ?? 0;
    if (quantity !== 0) filler.fill(quantity, row, next);
    row = next;
  }
  const { value, currencyGain, lastPriceDay } = filler;
  return { stock, flows, firstRow, value, currencyGain, lastPriceDay };
}

/** The rows on which a holding has a value or a flow. */
function rowsOf(stock: StockLedger, flows: HoldingFlows, { eve, count }: Window) {
  const last = eve + count;
  const beforeEve = lastIndexUpTo(stock.days, eve);
  const isHeldAtStart = beforeEve >= 0 && !stock.quantities[beforeEve]?.isZero();
  const firstChange = stock.days[beforeEve + 1] ?? Number.POSITIVE_INFINITY;
  const firstFlow = flows.rows[0] ?? Number.POSITIVE_INFINITY;
  const firstRow = isHeldAtStart ? 0 : Math.min(firstChange - eve, firstFlow);
  if (firstRow > count) return { firstRow: 1, lastRow: 0 };
  const lastChange = lastIndexUpTo(stock.days, last);
  if (!stock.quantities[lastChange]?.isZero() && lastChange >= 0) return { firstRow, lastRow: count };
  return { firstRow, lastRow: Math.max(at(stock.days, lastChange) - eve, flows.rows.at(-1) ?? 0) };
}

/** Writes the values of a holding, one stretch of days with the same shares after the other. */
class DayFiller {
  readonly value: Float64Array;
  currencyGain = 0;
  lastPriceDay = Number.NEGATIVE_INFINITY;
  readonly #stock: StockLedger;
  readonly #days: ValuedDays;
  readonly #firstRow: number;
  readonly #lastRow: number;

  constructor(stock: StockLedger, days: ValuedDays, firstRow: number, lastRow: number) {
    this.value = new Float64Array(Math.max(0, lastRow - firstRow + 1));
    this.#stock = stock;
    this.#days = days;
    this.#firstRow = firstRow;
    this.#lastRow = lastRow;
  }

  /** @param to the row of the next change; its bar was still one of held shares */
  fill(quantity: number, from: number, to: number): void {
    const { eve } = this.#days.window;
    const { firstBarDay } = this.#stock.prices;
    const firstBarRow = Math.min(to, Math.max(from, firstBarDay - eve));
    if (from < firstBarRow) this.#fillByTrades(quantity, from, firstBarRow);
    if (firstBarRow < to) this.#fillByBars(quantity, firstBarRow, to);
    this.#markTradingDays(from, Math.min(to, this.#lastRow));
  }

  /** Of shares that change hands on the last of the days, some were held at the end of the day before. */
  #markTradingDays(from: number, last: number): void {
    const { isTradingDay, window } = this.#days;
    const { eve } = window;
    const { prices } = this.#stock;
    const { days } = prices;
    for (let bar = lastIndexUpTo(days, eve + Math.max(from, 1) - 1) + 1; bar < days.length; bar++) {
      const row = (days[bar] ?? 0) - eve;
      if (row > last) break;
      isTradingDay[row - 1] = 1;
    }
    this.lastPriceDay = prices.dayAt(eve + last) ?? this.lastPriceDay;
  }

  #fillByTrades(quantity: number, from: number, to: number): void {
    const { eve } = this.#days.window;
    const { prices } = this.#stock;
    for (let row = from; row < to; ) {
      const end = Math.min(to, prices.nextTradeDay(eve + row) - eve);
      const trade = prices.at(eve + row);
      if (trade) this.#fillSpan(quantity * trade.price.toNumber(), row, end, this.#ratesOf(trade.currency));
      row = end;
    }
  }

  /** One loop over all days: a call for each bar takes twice as long. */
  #fillByBars(quantity: number, from: number, to: number): void {
    const { value } = this;
    const { totals, window } = this.#days;
    const { days, closes } = this.#stock.prices;
    const rates = this.#ratesOf(this.#stock.currency);
    const firstRow = this.#firstRow;
    const rowOf = (index: number) => (days[index] ?? Number.POSITIVE_INFINITY) - window.eve;
    let bar = lastIndexUpTo(days, window.eve + from);
    let own = quantity * at(closes, bar);
    let rateOfBar = at(rates, from);
    let next = rowOf(bar + 1);
    let gain = this.currencyGain;
    for (let row = from; row < to; row++) {
      const rate = at(rates, row);
      if (row === next) {
        gain += own * (rate - rateOfBar);
        bar++;
        own = quantity * at(closes, bar);
        rateOfBar = rate;
        next = rowOf(bar + 1);
      }
      const amount = own * rate;
      value[row - firstRow] = amount;
      totals[row] = at(totals, row) + amount;
    }
    this.currencyGain = gain + own * (at(rates, Math.min(to, this.#lastRow)) - rateOfBar);
  }

  /** Days with the same value in the own currency. */
  #fillSpan(own: number, from: number, to: number, rates: Float64Array): void {
    const { value } = this;
    const { totals } = this.#days;
    const firstRow = this.#firstRow;
    for (let row = from; row < to; row++) {
      const amount = own * (rates[row] ?? 0);
      value[row - firstRow] = amount;
      totals[row] = (totals[row] ?? 0) + amount;
    }
    // The change of the rate on the day of the next price counts for the value at the end of the day before.
    this.currencyGain += own * ((rates[Math.min(to, this.#lastRow)] ?? 0) - (rates[from] ?? 0));
  }

  #ratesOf(currency: string): Float64Array {
    const { window, rates } = this.#days;
    return rates.column(currency, window.eve, window.eve + window.count).rate;
  }
}
