import type { OhlcvColumns } from '../series.ts';

/** TA-Lib's TA_IS_ZERO: TA-Lib does not divide by a value closer to 0 than 1e-14. */
export function isZero(value: number): boolean {
  return Math.abs(value) < 1e-14;
}

/** Swaps the two periods if the fast one is longer, as TA-Lib and tulind do. */
export function sortPeriods(
  fastPeriod: number,
  slowPeriod: number,
): [fastPeriod: number, slowPeriod: number] {
  return [Math.min(fastPeriod, slowPeriod), Math.max(fastPeriod, slowPeriod)];
}

/**
 * One column minus the other, from the first values of both on.
 * @param values as long as `others` or shorter
 */
export function differences(values: Float64Array, others: Float64Array): Float64Array {
  const result = new Float64Array(values.length);
  for (let index = 0; index < values.length; index++) {
    result[index] = (values[index] ?? 0) - (others[index] ?? 0);
  }
  return result;
}

/**
 * TA-Lib's TYPPRICE: (high + low + close) / 3, one value per bar. tulind multiplies by 1/3, which rounds
 * differently.
 */
export function typicalPrices({ high, low, close }: OhlcvColumns): Float64Array {
  const prices = new Float64Array(close.length);
  for (let bar = 0; bar < close.length; bar++) {
    prices[bar] = ((high[bar] ?? 0) + (low[bar] ?? 0) + (close[bar] ?? 0)) / 3;
  }
  return prices;
}
