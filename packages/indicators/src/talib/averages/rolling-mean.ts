/**
 * TA-Lib's SMA (TA_INT_SMA): the mean of the last `period` values. Each step adds the newest value to a running
 * total, reads the mean, then subtracts the oldest value.
 *
 * The order of these steps is TA-Lib's and must stay. tulind adds and subtracts before it reads, and multiplies
 * by 1 / period: its result differs by 1e-6 after a price fell from 1e9 to below 1 (adjusted for reverse
 * splits), and a variance or a difference of two means consists of such last digits.
 * @param values one per bar, oldest first
 * @returns one mean per bar from bar `period − 1` on
 */
export function rollingMean(values: Float64Array, period: number): Float64Array {
  const means = new Float64Array(values.length - period + 1);
  let total = 0;
  for (let bar = 0; bar < values.length; bar++) {
    total += values[bar] ?? 0;
    const oldest = bar - period + 1;
    if (oldest < 0) continue;
    means[oldest] = total / period;
    total -= values[oldest] ?? 0;
  }
  return means;
}
