import type { Decimal } from '../decimal.ts';

/** Digits of a stored number, and decimals of quantities, prices and money. */
const [maxDigits, maxDecimals] = [15, 10];

/** The decimal text of a number with as many digits as are stored. */
export function stored(value: Decimal): string {
  return value.toSignificantDigits(maxDigits).toDecimalPlaces(maxDecimals).toFixed();
}
