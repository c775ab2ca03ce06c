import type { Booking } from './bookings.ts';
import { toNumber } from './decimal.ts';
import type { Rates } from './rates.ts';
import { at, lastIndexUpTo } from './search.ts';
import type { StockLedger } from './stock-ledger.ts';

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
      flows.inflow[last] = (flows.inflow[last] ?? 0) + toNumber(holdingIn);
      flows.outflow[last] = (flows.outflow[last] ?? 0) + toNumber(holdingOut);
    } else {
      flows.rows.push(day - eve);
      flows.inflow.push(toNumber(holdingIn));
      flows.outflow.push(toNumber(holdingOut));
    }
  }
  return bySymbol;
}

/**
 * Values a holding on each day of a window, in doubles. Days on which it is not held are passed over.
 *
 * @param markTradingDay is called with the rows that have a bar of the stock, if it is held at their end or was at the
 *   end of the day before
 */
export function valueHolding(
  stock: StockLedger,
  flows: HoldingFlows = noFlows,
  window: Window,
  rates: Rates,
  markTradingDay: (row: number) => void,
): HoldingDays {
  const { firstRow, lastRow } = rowsOf(stock, flows, window);
  const value = new Float64Array(Math.max(0, lastRow - firstRow + 1));
  const cursor = new PriceCursor(stock, window, rates);
  const { days, quantities } = stock;
  let position = lastIndexUpTo(days, window.eve + firstRow - 1);
  let nextChange = days[position + 1] ?? Number.POSITIVE_INFINITY;
  let quantity = quantities[position]?.toNumber() ?? 0;
  let currencyGain = 0;
  let own = 0;
  let ownRates = cursor.rates;
  for (let row = firstRow; row <= lastRow; row++) {
    const held = quantity;
    while (window.eve + row >= nextChange) {
      position++;
      nextChange = days[position + 1] ?? Number.POSITIVE_INFINITY;
      quantity = quantities[position]?.toNumber() ?? 0;
    }
    if (held === 0 && quantity === 0) {
      own = 0;
      continue;
    }
    if (own !== 0 && ownRates) currencyGain += own * ((ownRates[row] ?? 0) - (ownRates[row - 1] ?? 0));
    if (cursor.moveTo(row) && row > 0) markTradingDay(row);
    own = quantity * cursor.price;
    ownRates = cursor.rates;
    value[row - firstRow] = ownRates ? own * (ownRates[row] ?? 0) : own;
  }
  return { stock, flows, firstRow, value, currencyGain, lastPriceDay: cursor.priceDay };
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

/** The price of a stock on the days of a window, moved forward only. */
class PriceCursor {
  price = 0;
  priceDay = Number.NEGATIVE_INFINITY;
  /** By rows; null for the currency of the book. */
  rates: Float64Array | null = null;
  readonly #stock: StockLedger;
  readonly #window: Window;
  readonly #rates: Rates;
  #bar = -1;
  #nextBarDay = Number.NEGATIVE_INFINITY;

  constructor(stock: StockLedger, window: Window, rates: Rates) {
    this.#stock = stock;
    this.#window = window;
    this.#rates = rates;
  }

  /** @returns true if the row has a bar */
  moveTo(row: number): boolean {
    const day = this.#window.eve + row;
    if (day < this.#nextBarDay) return false;
    const { days, closes, firstBarDay } = this.#stock.prices;
    if (day < firstBarDay) {
      this.#usePriceOfTrade(day);
      return false;
    }
    if (this.#bar < 0) this.rates = this.#ratesOf(this.#stock.currency);
    this.#bar++;
    // Days on which the stock was not held were passed over.
    if (this.#bar === 0 || (days[this.#bar + 1] ?? Number.POSITIVE_INFINITY) <= day) {
      this.#bar = lastIndexUpTo(days, day);
    }
    this.#nextBarDay = days[this.#bar + 1] ?? Number.POSITIVE_INFINITY;
    this.price = closes[this.#bar] ?? 0;
    this.priceDay = days[this.#bar] ?? day;
    return this.priceDay === day;
  }

  #usePriceOfTrade(day: number): void {
    const trade = this.#stock.prices.at(day);
    this.price = trade?.price.toNumber() ?? 0;
    this.priceDay = trade?.day ?? this.priceDay;
    this.rates = trade ? this.#ratesOf(trade.currency) : null;
  }

  #ratesOf(currency: string): Float64Array | null {
    const { eve, count } = this.#window;
    if (currency === this.#rates.currency) return null;
    return this.#rates.column(currency, eve, eve + count).rate;
  }
}
