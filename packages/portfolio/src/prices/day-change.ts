import type { StockLedger } from '../book/stock-ledger.ts';
import { Decimal } from '../numbers/decimal.ts';
import { at, lastIndexUpTo } from '../numbers/search.ts';
import type { Rates } from './rates.ts';

export interface DayChange {
  readonly amount: Decimal;
  /** Value at the close before the last one, of the shares that are held at both. */
  readonly before: Decimal;
}

/** The change between the last two closes, of the shares held at both; null if there is one close. */
export function dayChange(stock: StockLedger, until: number, rates: Rates): DayChange | null {
  const { days, closes } = stock.prices;
  const last = lastIndexUpTo(days, until);
  if (last < 1) return null;
  const lastDay = at(days, last);
  const dayBefore = at(days, last - 1);
  const lastRate = rates.at(stock.currency, lastDay);
  const rateBefore = rates.at(stock.currency, dayBefore);
  if (!lastRate || !rateBefore) return null;
  const shares = Decimal.min(stock.quantityAt(dayBefore), stock.quantityAt(until));
  const before = shares.times(at(closes, last - 1)).times(rateBefore);
  return { amount: shares.times(at(closes, last)).times(lastRate).minus(before), before };
}
