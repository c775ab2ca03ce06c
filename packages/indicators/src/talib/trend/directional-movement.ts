import type { OhlcvColumns } from '../../series.ts';
import { isZero } from '../arithmetic.ts';
import { trueRange } from '../volatility/average-true-range.ts';

/** Wilder's +DM, +DI (upward) and −DM, −DI (downward). */
type Direction = 'plus' | 'minus';

/**
 * Wilder's directional movement of each bar: the rise of the high (plus) or the fall of the low (minus) if it is
 * positive and larger than the other, otherwise 0. If both are equal, TA-Lib counts neither and tulind both.
 * @returns moves in the unit of the prices, one per bar from bar 1 on
 */
function directionalMoves({ high, low }: OhlcvColumns): Record<Direction, Float64Array> {
  const plus = new Float64Array(high.length - 1);
  const minus = new Float64Array(high.length - 1);
  for (let bar = 1; bar < high.length; bar++) {
    const rise = (high[bar] ?? 0) - (high[bar - 1] ?? 0);
    const fall = (low[bar - 1] ?? 0) - (low[bar] ?? 0);
    if (rise > 0 && rise > fall) plus[bar - 1] = rise;
    if (fall > 0 && fall > rise) minus[bar - 1] = fall;
  }
  return { plus, minus };
}

/**
 * The next of Wilder's smoothed sums as TA-Lib calculates them: the first sum covers period − 1 values; each later sum
 * is the previous one − 1 / period of it + the new value.
 * @param index of the value; 0 is that of bar 1
 */
function nextWilderSum(sum: number, value: number, index: number, period: number): number {
  return index < period - 1 ? sum + value : sum - sum / period + value;
}

/**
 * Wilder's smoothed sums.
 * @param values one per bar from bar 1 on
 * @returns one sum per bar from bar `period − 1` on; with a period of 1 the first sum is 0 and belongs to no bar
 */
function wilderSums(values: Float64Array, period: number): Float64Array {
  const sums = new Float64Array(values.length - period + 2);
  let sum = 0;
  for (let index = 0; index < values.length; index++) {
    sum = nextWilderSum(sum, values[index] ?? 0, index, period);
    if (index >= period - 2) sums[index - period + 2] = sum;
  }
  return sums;
}

/**
 * TA-Lib's PLUS_DM and MINUS_DM, Wilder's smoothed directional movement.
 * @returns moves in the unit of the prices, one per bar from bar `period − 1` on, but not before bar 1
 */
export function directionalMovement(bars: OhlcvColumns, period: number, direction: Direction): Float64Array {
  const sums = wilderSums(directionalMoves(bars)[direction], period);
  return period === 1 ? sums.subarray(1) : sums;
}

/**
 * TA-Lib's PLUS_DI and MINUS_DI: Wilder's directional movement in percent of the true range, or 0 if that range
 * is 0. With a period of 1 TA-Lib returns a fraction, not a percentage.
 * @returns one value per bar from bar `period` on
 */
export function directionalIndicator(bars: OhlcvColumns, period: number, direction: Direction): Float64Array {
  const moves = wilderSums(directionalMoves(bars)[direction], period).subarray(1);
  const ranges = wilderSums(trueRange(bars), period).subarray(1);
  const scale = period === 1 ? 1 : 100;
  return moves.map((move, index) => shareOf(move, ranges[index] ?? 0, scale));
}

const shareOf = (move: number, range: number, scale: number) => (isZero(range) ? 0 : scale * (move / range));

/** Stands for a bar on which neither side moved: the difference of another bar is not negative. */
const noMovement = -1;

/**
 * |+DI − −DI| in percent of their sum, or `noMovement` if that sum is 0. One loop: three smoothed sums one after the
 * other take twice as long.
 * @returns one value per bar from bar `period` on
 */
function directionalDifferences(bars: OhlcvColumns, period: number): Float64Array {
  const moves = directionalMoves(bars);
  const ranges = trueRange(bars);
  const differences = new Float64Array(ranges.length - period + 1);
  let plus = 0;
  let minus = 0;
  let range = 0;
  for (let index = 0; index < ranges.length; index++) {
    plus = nextWilderSum(plus, moves.plus[index] ?? 0, index, period);
    minus = nextWilderSum(minus, moves.minus[index] ?? 0, index, period);
    range = nextWilderSum(range, ranges[index] ?? 0, index, period);
    if (index < period - 1) continue;
    const plusDi = shareOf(plus, range, 100);
    const minusDi = shareOf(minus, range, 100);
    const sum = minusDi + plusDi;
    const difference = isZero(sum) ? noMovement : 100 * (Math.abs(minusDi - plusDi) / sum);
    differences[index - period + 1] = difference;
  }
  return differences;
}

/**
 * TA-Lib's DX, Wilder's directional movement index. If neither side moved, it repeats the previous value, or 0 at
 * the first bar.
 * @returns percentages, one per bar from bar `period` on
 */
export function directionalIndex(bars: OhlcvColumns, period: number): Float64Array {
  let index = 0;
  return directionalDifferences(bars, period).map((difference) => {
    if (difference !== noMovement) index = difference;
    return index;
  });
}

/**
 * TA-Lib's ADX, Wilder's average of the DX: seeded with the mean of `period` values, then smoothed by Wilder's
 * method. A bar on which neither side moved counts as 0 in the seed, and later leaves the average unchanged.
 * @returns percentages, one per bar from bar `2 × period − 1` on
 */
export function averageDirectionalIndex(bars: OhlcvColumns, period: number): Float64Array {
  const differences = directionalDifferences(bars, period);
  const averages = new Float64Array(differences.length - period + 1);
  let total = 0;
  for (let index = 0; index < period; index++) total += Math.max(differences[index] ?? 0, 0);
  let average = total / period;
  averages[0] = average;
  for (let index = period; index < differences.length; index++) {
    const difference = differences[index] ?? 0;
    if (difference !== noMovement) average = (average * (period - 1) + difference) / period;
    averages[index - period + 1] = average;
  }
  return averages;
}

/**
 * TA-Lib's ADXR, after Wilder: the mean of the current ADX and the ADX of period − 1 bars ago.
 * @returns percentages, one per bar from bar `3 × period − 2` on
 */
export function averageDirectionalRating(bars: OhlcvColumns, period: number): Float64Array {
  const averages = averageDirectionalIndex(bars, period);
  return averages.subarray(period - 1).map((average, index) => (average + (averages[index] ?? 0)) / 2);
}
