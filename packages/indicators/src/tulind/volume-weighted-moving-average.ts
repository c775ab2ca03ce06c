import type { OhlcvColumns } from '../series.ts';
import { rollingMean } from '../talib/averages/rolling-mean.ts';
import { callTulindSingle } from './tulind.ts';

/**
 * tulind's VWMA: the mean close of `period` bars, each weighing its volume. First row period − 1. Without any
 * volume, as currencies have it, all bars weigh the same; tulind divides 0 by 0.
 */
export function volumeWeightedMovingAverage({ close, volume }: OhlcvColumns, period: number): number[] {
  const weighted = callTulindSingle('vwma', [close, volume], [period]);
  const plain = rollingMean(close, period);
  let emptyFor = 0;
  volume.forEach((traded, bar) => {
    emptyFor = traded === 0 ? emptyFor + 1 : 0;
    const row = bar - period + 1;
    if (row >= 0 && emptyFor >= period) weighted[row] = plain[row] ?? 0;
  });
  return weighted;
}
