import type { OhlcvColumns } from '../series.ts';
import { callTulindSingle } from './tulind.ts';

/**
 * tulind's MASS: the sum, over `period` bars, of an EMA of the range over the EMA of that EMA, both of 9 bars.
 * First row period + 15.
 *
 * Where there has been no range yet, tulind divides 0 by 0, and its running sum never recovers. Here the ratio
 * is then 1, as it is for any range that stays the same.
 */
export function massIndex({ high, low }: OhlcvColumns, period: number): number[] {
  const ranges = high.map((top, bar) => top - (low[bar] ?? 0));
  const once = callTulindSingle('ema', [ranges], [9]).slice(8);
  const twice = callTulindSingle('ema', [once], [9]);
  const ratios = once.map((average, row) => (twice[row] === 0 ? 1 : average / (twice[row] ?? 1))).slice(8);
  return callTulindSingle('sum', [ratios], [period]);
}
