import type { OhlcvColumns } from '../../series.ts';
import { isZero } from '../arithmetic.ts';
import { trueRange } from '../volatility/average-true-range.ts';

type Side = 'plus' | 'minus';

/**
 * Wilder's directional movement, one value a bar from bar 1 on: by how much the high rose (plus) or the low
 * fell (minus), for the side that moved further, else 0. When both moved alike TA-Lib counts neither, tulind
 * both.
 */
function directionalMoves({ high, low }: OhlcvColumns, side: Side): number[] {
  return high.slice(1).map((today, bar) => {
    const rise = today - (high[bar] ?? 0);
    const fall = (low[bar] ?? 0) - (low[bar + 1] ?? 0);
    const [own, other] = side === 'plus' ? [rise, fall] : [fall, rise];
    return own > 0 && own > other ? own : 0;
  });
}

/**
 * TA-Lib's Wilder sum of values that start at bar 1: the first is the sum of period − 1 of them; every later
 * one gives up 1 / period of itself and takes in the day's value. First row period − 1.
 */
function wilderSum(moves: readonly number[], period: number): number[] {
  let sum = 0;
  for (const move of moves.slice(0, period - 1)) sum += move;
  const sums = [sum];
  for (const move of moves.slice(period - 1)) {
    sum = sum - sum / period + move;
    sums.push(sum);
  }
  return sums;
}

/** TA-Lib's PLUS_DM and MINUS_DM. First row period − 1, but 1 over one bar. */
export function directionalMovement(bars: OhlcvColumns, period: number, side: Side): number[] {
  const sums = wilderSum(directionalMoves(bars, side), period);
  return period === 1 ? sums.slice(1) : sums;
}

/**
 * TA-Lib's PLUS_DI and MINUS_DI: the movement in percent of the true range, 0 where that is 0. First row
 * period. Over one bar TA-Lib gives the plain share, not percent.
 */
export function directionalIndicator(bars: OhlcvColumns, period: number, side: Side): number[] {
  const ranges = wilderSum(trueRange(bars), period);
  const moves = wilderSum(directionalMoves(bars, side), period);
  const scale = period === 1 ? 1 : 100;
  return moves.slice(1).map((move, row) => {
    const range = ranges[row + 1] ?? 0;
    return isZero(range) ? 0 : scale * (move / range);
  });
}

/** How far the two indicators are apart, in percent of their sum; null where neither side moved. First row period. */
function directionalGaps(bars: OhlcvColumns, period: number): (number | null)[] {
  const minus = directionalIndicator(bars, period, 'minus');
  return directionalIndicator(bars, period, 'plus').map((up, row) => {
    const down = minus[row] ?? 0;
    return isZero(down + up) ? null : 100 * (Math.abs(down - up) / (down + up));
  });
}

/** TA-Lib's DX: where neither side moved it keeps the value before, 0 at first. First row period. */
export function directionalIndex(bars: OhlcvColumns, period: number): number[] {
  let index = 0;
  return directionalGaps(bars, period).map((gap) => {
    index = gap ?? index;
    return index;
  });
}

/**
 * TA-Lib's ADX: the first value is the mean of `period` gaps, those where neither side moved counting 0; later
 * ones are averaged as Wilder does, and stay where neither side moved. First row 2 × period − 1.
 */
export function averageDirectionalIndex(bars: OhlcvColumns, period: number): number[] {
  const gaps = directionalGaps(bars, period);
  let total = 0;
  for (const gap of gaps.slice(0, period)) total += gap ?? 0;
  let average = total / period;
  const averages = [average];
  for (const gap of gaps.slice(period)) {
    if (gap !== null) average = (average * (period - 1) + gap) / period;
    averages.push(average);
  }
  return averages;
}

/** TA-Lib's ADXR: the mean of today's ADX and that of period − 1 bars ago. First row 3 × period − 2. */
export function averageDirectionalRating(bars: OhlcvColumns, period: number): number[] {
  const averages = averageDirectionalIndex(bars, period);
  return averages.slice(period - 1).map((average, row) => (average + (averages[row] ?? 0)) / 2);
}
