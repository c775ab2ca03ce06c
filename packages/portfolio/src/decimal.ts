import { Decimal as DefaultDecimal } from 'decimal.js';

/**
 * Decimals of 40 significant digits: stored numbers have up to 15, and a quotient such as a third of a share keeps
 * enough digits for the remainder of a position to be recognized as none.
 */
export const Decimal = DefaultDecimal.clone({ precision: 40, defaults: true });
export type Decimal = DefaultDecimal;

export const zero: Decimal = new Decimal(0);
export const one: Decimal = new Decimal(1);

/** The product, without the work if a factor is the constant `one`: most rates and split factors are. */
export function times(a: Decimal, b: Decimal): Decimal {
  if (b === one) return a;
  return a === one ? b : a.times(b);
}

/** The number, without the work if it is 0. */
export function toNumber(value: Decimal): number {
  return value.isZero() ? 0 : value.toNumber();
}

/** The sum, without the work if one summand is 0: most fees and taxes are. */
export function plus(a: Decimal, b: Decimal): Decimal {
  if (b.isZero()) return a;
  return a.isZero() ? b : a.plus(b);
}
