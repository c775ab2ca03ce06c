import type { OhlcvColumns } from '../../series.ts';
import { callTulindSingle } from '../../tulind/tulind.ts';
import { rollingMean } from '../averages/rolling-mean.ts';

/** The number of bars: %K looks back, %K is smoothed over, and %D averages. */
interface StochasticPeriods {
  fastk_period: number;
  slowk_period: number;
  slowd_period: number;
}

/**
 * TA-Lib's STOCH: the position of the close between the lowest low (0) and the highest high (100), smoothed twice; 0
 * while both are equal.
 *
 * The order of the operations is TA-Lib's and must stay. %K and %D are often equal, and rules ask which is larger:
 * tulind rounds differently and gives other answers there.
 * @returns %K and %D, one value per bar from bar `fastk_period + slowk_period + slowd_period − 3` on
 * @throws IndicatorError BAD_PARAMETER if there are too few bars
 */
export function stochastic(
  { high, low, close }: OhlcvColumns,
  { fastk_period, slowk_period, slowd_period }: StochasticPeriods,
): [slowk: number[], slowd: number[]] {
  const highest = callTulindSingle('max', [high], [fastk_period]);
  const lowest = callTulindSingle('min', [low], [fastk_period]);
  const fastk = highest.map((top, index) => {
    const bottom = lowest[index] ?? top;
    const percent = (top - bottom) / 100;
    return percent === 0 ? 0 : ((close[index + fastk_period - 1] ?? 0) - bottom) / percent;
  });
  const slowk = rollingMean(fastk, slowk_period);
  return [slowk.slice(slowd_period - 1), rollingMean(slowk, slowd_period)];
}
