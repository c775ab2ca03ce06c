import { Decimal as DefaultDecimal } from 'decimal.js';

/**
 * Decimals of 40 significant digits: stored numbers have up to 15, and a quotient such as a third of a share keeps
 * enough digits for the remainder of a position to be recognized as none. Texts never have an exponent.
 */
export const Decimal = DefaultDecimal.clone({
  precision: 40,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  defaults: true,
});
export type Decimal = DefaultDecimal;

/** Reads a number or its text. @throws Error if it is no number */
export function decimal(value: number | string): Decimal {
  return new Decimal(value);
}

export const zero = decimal(0);
export const one = decimal(1);

/** Whether the absolute value is less than 10^-places. */
export function isBelow(value: Decimal, places: number): boolean {
  return value.isZero() || value.e < -places;
}

/** The product, without the work if a factor is the constant `one`: most rates and split factors are. */
export function times(a: Decimal, b: Decimal): Decimal {
  if (b === one) return a;
  return a === one ? b : a.times(b);
}

/** The sum, without the work if one summand is 0: most fees and taxes are. */
export function plus(a: Decimal, b: Decimal): Decimal {
  if (b.isZero()) return a;
  return a.isZero() ? b : a.plus(b);
}

/** The difference, without the work if 0 is taken away. */
export function minus(a: Decimal, b: Decimal): Decimal {
  return b.isZero() ? a : a.minus(b);
}

/** The double nearest to a decimal, without the work for 0: most flows of a day go one way. */
export function toDouble(value: Decimal): number {
  return value.isZero() ? 0 : value.toNumber();
}
