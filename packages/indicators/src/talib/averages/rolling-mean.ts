/**
 * TA-Lib's SMA, TA_INT_SMA: one running total that the newest value enters before, and the oldest leaves after,
 * the mean is read. First row period − 1.
 *
 * The order matters. tulind adds and subtracts before it reads, and multiplies by 1 / period: one rounding
 * apart on even prices, but 1e-6 off where a history fell from 1e9 to pennies, as reverse splits make it, and
 * the last digits are what a variance or the difference of two means is made of.
 */
export function rollingMean(values: readonly number[], period: number): number[] {
  const means: number[] = [];
  let total = 0;
  values.forEach((value, bar) => {
    total += value;
    if (bar < period - 1) return;
    means.push(total / period);
    total -= values[bar - period + 1] ?? 0;
  });
  return means;
}
