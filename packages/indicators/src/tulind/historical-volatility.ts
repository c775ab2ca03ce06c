import { rollingMean } from '../talib/averages/rolling-mean.ts';
import { rollingVariance } from '../talib/volatility/rolling-variance.ts';

const tradingDays = 252;

/**
 * tulind's VOLATILITY: the standard deviation of the last `period` daily returns, times √252. First row period.
 * The return from a price of 0 counts 0: in tulind one such return undoes every later value.
 */
export function historicalVolatility(values: readonly number[], period: number): number[] {
  const returns = values.slice(1).map((value, before) => {
    const base = values[before] ?? 0;
    return base === 0 ? 0 : value / base - 1;
  });
  const variances = rollingVariance(returns, period, rollingMean(returns, period));
  return variances.map((variance) => Math.sqrt(Math.max(variance, 0) * tradingDays));
}
