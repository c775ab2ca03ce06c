/** y = intercept + slope × x, with x = 0 at the oldest bar of the window and period − 1 at the newest. */
export interface FittedLine {
  /** In the unit of the values, per bar. */
  slope: number;
  intercept: number;
}

/**
 * TA-Lib's LINEARREG, LINEARREG_INTERCEPT, LINEARREG_SLOPE and TSF: the least-squares line through the last
 * `period` values. Each window is summed from scratch: after 10,000 bars the slope from tulind's running sums is
 * off by 2e-8. From a period of 1025 on TA-Lib's 32-bit sums overflow; these do not.
 * @param values one per bar, oldest first
 * @param select the number to take from each line
 * @returns one number per bar from bar `period − 1` on
 */
export function linearRegression(
  values: Float64Array,
  period: number,
  select: (line: FittedLine) => number,
): Float64Array {
  const sumX = (period * (period - 1)) / 2;
  const sumXX = (period * (period - 1) * (2 * period - 1)) / 6;
  const divisor = sumX * sumX - period * sumXX;
  const selected = new Float64Array(values.length - period + 1);
  for (let bar = period - 1; bar < values.length; bar++) {
    let sumY = 0;
    let sumXY = 0;
    // TA-Lib counts x backwards from the newest bar, hence the sign of `divisor`.
    for (let ago = period - 1; ago >= 0; ago--) {
      const value = values[bar - ago] ?? 0;
      sumY += value;
      sumXY += ago * value;
    }
    const slope = (period * sumXY - sumX * sumY) / divisor;
    selected[bar - period + 1] = select({ slope, intercept: (sumY - slope * sumX) / period });
  }
  return selected;
}
