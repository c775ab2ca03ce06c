import type { Booking } from '../book/bookings.ts';
import type { StockLedger } from '../book/stock-ledger.ts';
import type { HoldingDays } from '../days/holding-days.ts';
import { type Decimal, plus, zero } from '../numbers/decimal.ts';
import type { Rates } from '../prices/rates.ts';
import { difference } from '../prices/valuation.ts';

/** Part of a value and a flow below which their sum is a rounding error of doubles. */
const relativeRounding = 1e-13;

export interface HoldingReturn {
  /** Part of the return of the book. */
  readonly contribution: number;
  /** Null without a day with capital. */
  readonly twr: number | null;
}

/**
 * The return of one holding by its own value and flows.
 *
 * @param weight by days of the window: factor of a gain of the day towards the return of the book
 */
export function holdingReturn({ firstRow, value, flows }: HoldingDays, weight: Float64Array): HoldingReturn {
  let product = 1;
  let contribution = 0;
  let hasCapital = false;
  let next = 0;
  let before = firstRow === 0 ? (value[0] ?? 0) : 0;
  for (let row = Math.max(1, firstRow); row < firstRow + value.length; row++) {
    const after = value[row - firstRow] ?? 0;
    if (flows.rows[next] !== row) {
      if (before > 0) {
        hasCapital = true;
        product *= after / before;
      }
      contribution += (after - before) * (weight[row - 1] ?? 0);
      before = after;
      continue;
    }
    const inflow = flows.inflow[next] ?? 0;
    const outflow = flows.outflow[next] ?? 0;
    next++;
    const capital = before + inflow;
    const sum = after + outflow;
    const result = Math.abs(sum) <= relativeRounding * (after + Math.abs(outflow)) ? 0 : sum;
    if (capital > 0) {
      hasCapital = true;
      if (result >= 0) product *= result / capital;
    }
    contribution += (after - before - inflow + outflow) * (weight[row - 1] ?? 0);
    before = after;
  }
  return { contribution, twr: hasCapital ? product - 1 : null };
}

/** The net money that holdings brought (above 0) or cost after the eve of a period, by symbol. */
export function netMoneyBySymbol(bookings: readonly Booking[], eve: number): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const { day, symbol, holdingIn, holdingOut } of bookings) {
    if (day <= eve || symbol === null || (holdingIn.isZero() && holdingOut.isZero())) continue;
    const sum = plus(sums.get(symbol) ?? zero, holdingOut);
    sums.set(symbol, holdingIn.isZero() ? sum : sum.minus(holdingIn));
  }
  return sums;
}

/** The gain of a holding after the eve of a period: the change of its value, and its net money. */
export function holdingGain(
  stock: StockLedger,
  { eve, until }: { eve: number; until: number },
  netMoney: Decimal | undefined,
  rates: Rates,
): Decimal {
  const start = stock.valueAt(stock.quantityAt(eve), eve, rates);
  const end = stock.valueAt(stock.quantityAt(until), until, rates);
  return difference(end.plus(netMoney ?? zero), start);
}
