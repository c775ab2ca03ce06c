/**
 * TA-Lib's VAR, TA_INT_VAR: the mean of the squares less the square of the mean, over a running total of the
 * squares. First row period − 1. Over one and the same price TA-Lib prints what rounding left in the totals;
 * here it is 0.
 * @param means the rolling means of the same values and period
 */
export function rollingVariance(
  values: readonly number[],
  period: number,
  means: readonly number[],
): number[] {
  const variances: number[] = [];
  let total = 0;
  let unchangedFor = 0;
  values.forEach((value, bar) => {
    unchangedFor = value === values[bar - 1] ? unchangedFor + 1 : 1;
    total += value * value;
    if (bar < period - 1) return;
    const mean = means[variances.length] ?? 0;
    variances.push(unchangedFor >= period ? 0 : total / period - mean * mean);
    const oldest = values[bar - period + 1] ?? 0;
    total -= oldest * oldest;
  });
  return variances;
}

/** TA-Lib's STDDEV takes a variance under 1e-14 for rounding, and its root for 0. */
export function standardDeviation(variance: number): number {
  return variance < 1e-14 ? 0 : Math.sqrt(variance);
}
