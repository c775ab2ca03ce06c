import type { OhlcvColumns } from '../series.ts';
import { rollingMean } from '../talib/averages/rolling-mean.ts';
import { callTulindSingle } from './tulind.ts';

/**
 * tulind's VWMA: the mean of the last `period` closes, weighted by volume. If a window has no volume (exchange
 * rates have none), all its bars have equal weights; tulind divides 0 by 0.
 * @returns averages in the unit of the prices, one per bar from bar `period − 1` on
 * @throws IndicatorError BAD_PARAMETER if there are fewer bars than `period`
 */
export function volumeWeightedMovingAverage({ close, volume }: OhlcvColumns, period: number): Float64Array {
  const averages = callTulindSingle('vwma', [close, volume], [period]);
  const means = rollingMean(close, period);
  let barsWithoutVolume = 0;
  volume.forEach((traded, bar) => {
    barsWithoutVolume = traded === 0 ? barsWithoutVolume + 1 : 0;
    const index = bar - period + 1;
    if (index >= 0 && barsWithoutVolume >= period) averages[index] = means[index] ?? 0;
  });
  return averages;
}
