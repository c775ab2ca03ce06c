import { rollingMean } from '../talib/averages/rolling-mean.ts';
import { rollingVariance } from '../talib/volatility/rolling-variance.ts';

/**
 * tulind's VIDYA: an average that moves to each price by alpha × the standard deviation of a fast period over
 * that of a slow one, the periods swapped when fast is the longer; it stays where the slow one is 0. It starts
 * from the price before its first row, slow − 1.
 *
 * tulind itself reads a price behind the last bar when there are slow − 1 of them, and its deviations turn NaN
 * or infinite where prices hardly move. No part of a window can deviate by more than √(slow / fast) times the
 * whole, so what does is rounding.
 */
export function variableIndexDynamicAverage(
  values: readonly number[],
  fastPeriod: number,
  slowPeriod: number,
  alpha: number,
): number[] {
  const fast = Math.min(fastPeriod, slowPeriod);
  const slow = Math.max(fastPeriod, slowPeriod);
  const most = Math.sqrt(slow / fast);
  const part = deviations(values, fast).slice(slow - fast);
  let average = values[slow - 2] ?? 0;
  return deviations(values, slow).map((whole, row) => {
    const liveliness = whole === 0 ? 0 : Math.min((part[row] ?? 0) / whole, most);
    average += ((values[row + slow - 1] ?? 0) - average) * alpha * liveliness;
    return average;
  });
}

function deviations(values: readonly number[], period: number): number[] {
  return rollingVariance(values, period, rollingMean(values, period)).map((variance) =>
    Math.sqrt(Math.max(variance, 0)),
  );
}
