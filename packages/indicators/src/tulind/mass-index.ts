import type { OhlcvColumns } from '../series.ts';
import { differences } from '../talib/arithmetic.ts';
import { callTulindSingle } from './tulind.ts';

/** Bars of both averages, fixed by Dorsey and by tulind. */
const emaPeriod = 9;

/**
 * tulind's MASS, Donald Dorsey's mass index: the sum over `period` bars of EMA(high − low) / EMA of that EMA.
 *
 * As long as all ranges are 0, tulind divides 0 by 0, and its running sum stays NaN. Here the ratio is 1, as for
 * any constant range.
 * @returns one sum without a unit per bar from bar `period + 15` on
 * @throws IndicatorError BAD_PARAMETER if there are too few bars
 */
export function massIndex({ high, low }: OhlcvColumns, period: number): Float64Array {
  const ranges = differences(high, low);
  const once = callTulindSingle('ema', [ranges], [emaPeriod]).subarray(emaPeriod - 1);
  const twice = callTulindSingle('ema', [once], [emaPeriod]);
  const ratios = once
    .map((average, index) => (twice[index] === 0 ? 1 : average / (twice[index] ?? 1)))
    .subarray(emaPeriod - 1);
  return callTulindSingle('sum', [ratios], [period]);
}
