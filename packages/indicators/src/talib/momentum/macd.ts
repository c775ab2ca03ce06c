import { sortPeriods } from '../arithmetic.ts';
import { seededEma } from '../averages/exponential-averages.ts';

/** Three series of equal length. */
type MacdOutputs = [line: number[], signal: number[], histogram: number[]];

/**
 * TA-Lib's MACD, after Gerald Appel: fast EMA − slow EMA, the EMA of that difference as signal, and line − signal
 * as histogram. The periods are swapped if the fast one is longer. Both EMAs have their first value at bar
 * slow − 1, so the fast EMA is seeded with the bars just before that bar, not with the first bars.
 *
 * tulind seeds all three with one value, and rounds 2/13 and 2/27 to 0.15 and 0.075. With a signal period of 1
 * TA-Lib 0.6.4 shifts its lines by one bar; here the signal equals the line.
 * @param values one per bar, oldest first; more than the look-back
 * @returns line, signal and histogram, one value per bar from bar `slowPeriod + signalPeriod − 2` on
 */
export function macd(
  values: readonly number[],
  fastPeriod: number,
  slowPeriod: number,
  signalPeriod: number,
): MacdOutputs {
  const [fast, slow] = sortPeriods(fastPeriod, slowPeriod);
  const slowAverage = seededEma(values, slow);
  const fastAverage = seededEma(values.slice(slow - fast), fast);
  return withSignal(
    fastAverage.map((average, index) => average - (slowAverage[index] ?? 0)),
    signalPeriod,
  );
}

/**
 * The signal is a seeded EMA, calculated here and not by `seededEma`: copying the values to tulind a third time
 * would take longer than both averages together.
 */
function withSignal(differences: readonly number[], period: number): MacdOutputs {
  const smoothing = 2 / (period + 1);
  let seed = 0;
  for (const difference of differences.slice(0, period)) seed += difference;
  let average = seed / period;
  const line = differences.slice(period - 1);
  const signal = line.map((difference, index) => {
    if (index > 0) average += (difference - average) * smoothing;
    return average;
  });
  return [line, signal, line.map((difference, index) => difference - (signal[index] ?? 0))];
}
