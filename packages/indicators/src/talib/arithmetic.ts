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
 * TA-Lib's TYPPRICE: (high + low + close) / 3, one value per bar. tulind multiplies by 1/3, which rounds
 * differently.
 */
export function typicalPrices({ high, low, close }: OhlcvColumns): number[] {
  return close.map((price, bar) => ((high[bar] ?? 0) + (low[bar] ?? 0) + price) / 3);
}
