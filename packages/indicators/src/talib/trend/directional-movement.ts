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
function directionalMoves({ high, low }: OhlcvColumns, direction: Direction): number[] {
  const moves: number[] = [];
  for (let bar = 1; bar < high.length; bar++) {
    const rise = (high[bar] ?? 0) - (high[bar - 1] ?? 0);
    const fall = (low[bar - 1] ?? 0) - (low[bar] ?? 0);
    const own = direction === 'plus' ? rise : fall;
    const other = direction === 'plus' ? fall : rise;
    moves.push(own > 0 && own > other ? own : 0);
  }
  return moves;
}

/**
 * Wilder's smoothed sum as TA-Lib calculates it: the first sum covers period − 1 values; each later sum is the
 * previous one − 1 / period of it + the new value.
 * @param values one per bar from bar 1 on
 * @returns one sum per bar from bar `period − 1` on; with a period of 1 the first sum is 0 and belongs to no bar
 */
function wilderSum(values: readonly number[], period: number): number[] {
  let sum = 0;
  for (const value of values.slice(0, period - 1)) sum += value;
  const sums = [sum];
  for (let index = period - 1; index < values.length; index++) {
    sum = sum - sum / period + (values[index] ?? 0);
    sums.push(sum);
  }
  return sums;
}

/**
 * TA-Lib's PLUS_DM and MINUS_DM, Wilder's smoothed directional movement.
 * @returns moves in the unit of the prices, one per bar from bar `period − 1` on, but not before bar 1
 */
export function directionalMovement(bars: OhlcvColumns, period: number, direction: Direction): number[] {
  const sums = wilderSum(directionalMoves(bars, direction), period);
  return period === 1 ? sums.slice(1) : sums;
}

/**
 * TA-Lib's PLUS_DI and MINUS_DI: Wilder's directional movement in percent of the true range, or 0 if that range
 * is 0. With a period of 1 TA-Lib returns a fraction, not a percentage.
 * @returns one value per bar from bar `period` on
 */
export function directionalIndicator(bars: OhlcvColumns, period: number, direction: Direction): number[] {
  const ranges = wilderSum(trueRange(bars), period);
  const moves = wilderSum(directionalMoves(bars, direction), period);
  const scale = period === 1 ? 1 : 100;
  return moves.slice(1).map((move, index) => {
    const range = ranges[index + 1] ?? 0;
    return isZero(range) ? 0 : scale * (move / range);
  });
}

/** Stands for a bar on which neither side moved. A number: an array of numbers and nulls is several times as slow. */
const noMovement = -1;

/**
 * |+DI − −DI| in percent of their sum, or `noMovement` if that sum is 0.
 * @returns one value per bar from bar `period` on
 */
function directionalDifferences(bars: OhlcvColumns, period: number): number[] {
  const minus = directionalIndicator(bars, period, 'minus');
  return directionalIndicator(bars, period, 'plus').map((plusDi, index) => {
    const minusDi = minus[index] ?? 0;
    return isZero(minusDi + plusDi) ? noMovement : 100 * (Math.abs(minusDi - plusDi) / (minusDi + plusDi));
  });
}

/**
 * TA-Lib's DX, Wilder's directional movement index. If neither side moved, it repeats the previous value, or 0 at
 * the first bar.
 * @returns percentages, one per bar from bar `period` on
 */
export function directionalIndex(bars: OhlcvColumns, period: number): number[] {
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
export function averageDirectionalIndex(bars: OhlcvColumns, period: number): number[] {
  const differences = directionalDifferences(bars, period);
  let total = 0;
  for (const difference of differences.slice(0, period)) total += Math.max(difference, 0);
  let average = total / period;
  const averages = [average];
  for (const difference of differences.slice(period)) {
    if (difference !== noMovement) average = (average * (period - 1) + difference) / period;
    averages.push(average);
  }
  return averages;
}

/**
 * TA-Lib's ADXR, after Wilder: the mean of the current ADX and the ADX of period − 1 bars ago.
 * @returns percentages, one per bar from bar `3 × period − 2` on
 */
export function averageDirectionalRating(bars: OhlcvColumns, period: number): number[] {
  const averages = averageDirectionalIndex(bars, period);
  return averages.slice(period - 1).map((average, index) => (average + (averages[index] ?? 0)) / 2);
}
