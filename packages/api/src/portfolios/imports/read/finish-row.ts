import type { CorrectedRow } from '../mapping-schema.ts';
import {
  type AmountKind,
  absolute,
  grossReceived,
  isNegative,
  isZero,
  negated,
  pricesFrom,
  product,
  productInPercent,
} from './money.ts';
import type { ReadRow, RowValues } from './rows.ts';

/** The meaning of the signs of amounts in a file. */
export type Signs = 'account' | 'own' | 'none';

/** Decides the signs of a file without a known format: those of an account if money that leaves is negative. */
export function signsOf(rows: readonly ReadRow[]): Signs {
  const leaving = rows.flatMap(({ values }) =>
    values && /^(?:BUY|WITHDRAWAL|EXCHANGE)$/.test(values.type) && !isZero(values.amount)
      ? [values.amount]
      : [],
  );
  const costs = rows.flatMap(({ values }) =>
    values && /^(?:FEE|TAX)$/.test(values.type) && !isZero(values.amount) ? [values.amount] : [],
  );
  const isAccount = leaving.some(isNegative) || (costs.length > 0 && costs.every(isNegative));
  return isAccount ? 'account' : 'none';
}

/**
 * Turns the values of a row into those of a transaction: signs, a price from the money, and only what its type has.
 * @throws RowProblem if the file does not say what the amount is
 */
export function finishValues(values: RowValues, signs: Signs, kind: AmountKind): void {
  const { type } = values;
  if (type === 'BUY' || type === 'SELL') finishTrade(values, kind);
  else if (type === 'TRANSFER_IN' || type === 'TRANSFER_OUT') finishTransfer(values);
  else {
    if (type === 'DIVIDEND') finishDividend(values, kind);
    else if (type === 'FEE' || type === 'TAX') finishCost(values, signs);
    else finishCash(values, signs, kind);
    Object.assign(values, { quantity: null, price: null });
  }
}

function finishTrade(values: RowValues, kind: AmountKind): void {
  if (isNegative(values.quantity)) values.type = 'SELL';
  values.quantity = absolute(values.quantity);
  const money = absolute(values.amount);
  if (values.price === null && money !== null && values.quantity !== null && !isZero(values.quantity)) {
    setPrice(values, pricesFrom(money, values.quantity, kind, values));
  }
  values.amount = null;
}

function setPrice(values: RowValues, { price, inPercent }: ReturnType<typeof pricesFrom>): void {
  values.price = price;
  values.inPercent = { price: inPercent };
}

function finishTransfer(values: RowValues): void {
  if (isNegative(values.quantity)) values.type = 'TRANSFER_OUT';
  values.quantity = absolute(values.quantity);
  const { quantity, amount } = values;
  if (values.type === 'TRANSFER_OUT') values.price = null;
  else if (
    values.price === null &&
    !isZero(amount) &&
    amount !== null &&
    quantity !== null &&
    !isZero(quantity)
  ) {
    setPrice(values, pricesFrom(absolute(amount) ?? '0', quantity, 'gross', values));
  }
  values.amount = null;
}

function finishDividend(values: RowValues, kind: AmountKind): void {
  const { amount, quantity, price } = values;
  if (amount !== null) values.amount = grossReceived(amount, kind, values);
  else if (quantity !== null && price !== null) {
    values.amount = product(quantity, price);
    values.inPercent = { amount: productInPercent(quantity, price) };
  }
}

function finishCost(values: RowValues, signs: Signs): void {
  if (values.amount === null || signs === 'own') return;
  values.amount = signs === 'account' ? negated(values.amount) : absolute(values.amount);
}

function finishCash(values: RowValues, signs: Signs, kind: AmountKind): void {
  const { type, amount } = values;
  if (type === 'INTEREST' && amount !== null) values.amount = grossReceived(amount, kind, values);
  if ((type === 'WITHDRAWAL' || type === 'EXCHANGE') && signs !== 'own') values.amount = absolute(amount);
  // Cash has no stock, although files name a security for it.
  Object.assign(values, { symbol: null, isin: null, name: null });
}

/** Applies what the user has corrected, which goes before everything that the file says. */
export function applyCorrection(values: RowValues, correction: CorrectedRow): void {
  const { line: _, skip: __, ...corrected } = correction;
  for (const [field, value] of Object.entries(corrected)) {
    if (value === undefined) continue;
    const isCost = field === 'fees' || field === 'taxes';
    Object.assign(values, { [field]: isCost ? (value ?? '0') : value });
  }
  const computed = Object.entries(values.inPercent).filter(
    ([field]) => Reflect.get(corrected, field) === undefined,
  );
  values.inPercent = Object.fromEntries(computed);
  // The symbol is then the listing, whatever the file names.
  if (corrected.symbol != null) Object.assign(values, { isin: null, name: null });
}
