import { type Balance, cashValueAt } from '../book/cash.ts';
import type { StockLedger } from '../book/stock-ledger.ts';
import { type Decimal, decimal, zero } from '../numbers/decimal.ts';
import type { Rates } from './rates.ts';

/** Part of the gross value below which a difference is a rounding error and counts as 0: closes are doubles. */
const relativeRounding = decimal('1e-14');

/** The exact value of shares and cash at the end of a day. */
export function exactValue(
  stocks: readonly StockLedger[],
  balances: readonly Balance[],
  day: number,
  rates: Rates,
): Decimal {
  const shares = stocks.reduce(
    (sum, stock) => sum.plus(stock.valueAt(stock.quantityAt(day), day, rates)),
    zero,
  );
  return difference(shares, cashValueAt(balances, day, rates).neg());
}

/** The difference; 0 if it is a rounding error. */
export function difference(a: Decimal, b: Decimal): Decimal {
  const result = a.minus(b);
  return result.abs().lte(a.abs().plus(b.abs()).times(relativeRounding)) ? zero : result;
}
