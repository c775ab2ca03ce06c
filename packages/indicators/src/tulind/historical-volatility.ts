import { rollingVariance } from '../talib/volatility/rolling-variance.ts';

/** Of one year, as in tulind. */
const tradingDays = 252;

/**
 * tulind's VOLATILITY, annualized historical volatility: the standard deviation of the last `period` returns
 * × √252, for daily bars. A return from a price of 0 counts as 0: in tulind it makes all later values NaN.
 * @param values one per bar, oldest first
 * @returns fractions (0.2 is 20 % a year), one per bar from bar `period` on
 */
export function historicalVolatility(values: Float64Array, period: number): Float64Array {
  const returns = values.subarray(1).map((value, index) => {
    const previous = values[index] ?? 0;
    return previous === 0 ? 0 : value / previous - 1;
  });
  // Rounding can make a variance negative.
  return rollingVariance(returns, period).map((variance) => Math.sqrt(Math.max(variance, 0) * tradingDays));
}
