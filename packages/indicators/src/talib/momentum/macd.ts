import { seededEma } from '../averages/exponential-averages.ts';

/**
 * TA-Lib's MACD: a fast EMA less a slow one, and the EMA of that difference for a signal. The two periods are
 * swapped when fast is the longer. Both averages have their first value at row slow − 1, so the fast one is
 * seeded with the bars just before it, not with the first of all. First row slow + signal − 2.
 *
 * tulind starts all three from a single value, and takes 0.15 and 0.075 for 2/13 and 2/27.
 * With a signal of one bar TA-Lib 0.6.4 shifts its lines by a bar; here the signal is the line.
 * @returns line, signal and histogram
 */
export function macd(
  values: readonly number[],
  fastPeriod: number,
  slowPeriod: number,
  signalPeriod: number,
): [line: number[], signal: number[], histogram: number[]] {
  const fast = Math.min(fastPeriod, slowPeriod);
  const slow = Math.max(fastPeriod, slowPeriod);
  const slowAverage = seededEma(values, slow);
  const fastAverage = seededEma(values.slice(slow - fast), fast);
  return withSignal(
    fastAverage.map((average, row) => average - (slowAverage[row] ?? 0)),
    signalPeriod,
  );
}

/**
 * The signal is a seeded EMA too, but made here, in the pass that makes the histogram: a third time through
 * tulind would take longer than both averages together, for copying alone.
 */
function withSignal(
  differences: readonly number[],
  period: number,
): [line: number[], signal: number[], histogram: number[]] {
  const weight = 2 / (period + 1);
  let seed = 0;
  for (const difference of differences.slice(0, period)) seed += difference;
  let average = seed / period;
  const line = differences.slice(period - 1);
  const signal = line.map((difference, row) => {
    if (row > 0) average += (difference - average) * weight;
    return average;
  });
  return [line, signal, line.map((difference, row) => difference - (signal[row] ?? 0))];
}
