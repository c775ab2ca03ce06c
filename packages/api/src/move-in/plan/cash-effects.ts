import { Decimal } from '../decimal.ts';
import type { PlannedTransaction } from './plan.ts';

const zero = new Decimal(0);

/**
 * The changes of balances by a transaction, as docs/portfolios.md defines them. With a rate of its own it moves the
 * portfolio's currency.
 */
export function cashEffects(transaction: PlannedTransaction, home: string): (readonly [string, Decimal])[] {
  const { type, amount, quantity, price, fees, taxes, currency, fxRate, toAmount, toCurrency } = transaction;
  const costs = new Decimal(fees).plus(taxes);
  const sum = new Decimal(amount ?? 0);
  const traded = new Decimal(quantity ?? 0).times(price ?? 0);
  const changes: Record<PlannedTransaction['type'], Decimal> = {
    BUY: traded.plus(costs).neg(),
    SELL: traded.minus(costs),
    DIVIDEND: sum.minus(costs),
    INTEREST: sum.minus(costs),
    DEPOSIT: sum.minus(costs),
    WITHDRAWAL: sum.plus(costs).neg(),
    EXCHANGE: sum.plus(fees).neg(),
    FEE: sum.neg(),
    TAX: sum.neg(),
    TRANSFER_IN: zero,
    TRANSFER_OUT: zero,
  };
  const change = changes[type];
  const own = fxRate === null ? ([currency, change] as const) : ([home, change.times(fxRate)] as const);
  return toAmount === null || toCurrency === null ? [own] : [own, [toCurrency, new Decimal(toAmount)]];
}
