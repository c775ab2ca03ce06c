/**
 * TA-Lib's WMA: the mean of the last `period` values, weighted from 1 for the oldest to `period` for the newest.
 *
 * The order of these steps is TA-Lib's and must stay: while prices stand still, rules compare the rounding errors of
 * two averages. Those of tulind are others.
 * @param values one per bar, oldest first
 * @returns one mean per bar from bar `period − 1` on
 */
export function weightedMean(values: Float64Array, period: number): Float64Array {
  const means = new Float64Array(values.length - period + 1);
  const weights = (period * (period + 1)) / 2;
  let total = 0;
  let weightedTotal = 0;
  let oldest = 0;
  for (let bar = 0; bar < values.length; bar++) {
    const value = values[bar] ?? 0;
    total += value;
    if (bar < period - 1) {
      weightedTotal += value * (bar + 1);
      continue;
    }
    total -= oldest;
    weightedTotal += value * period;
    const first = bar - period + 1;
    oldest = values[first] ?? 0;
    means[first] = weightedTotal / weights;
    weightedTotal -= total;
  }
  return means;
}
