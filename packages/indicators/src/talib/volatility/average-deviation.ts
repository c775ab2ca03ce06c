/**
 * TA-Lib's AVGDEV: the mean distance of the last `period` values from their mean, added up anew for each
 * window. tulind's running mean is 4e-9 off where prices hardly move. First row period − 1.
 */
export function averageDeviation(values: readonly number[], period: number): number[] {
  const prices = Float64Array.from(values);
  const deviations: number[] = [];
  for (let bar = period - 1; bar < prices.length; bar++) {
    let total = 0;
    for (let ago = 0; ago < period; ago++) total += prices[bar - ago] ?? 0;
    const mean = total / period;
    let distances = 0;
    for (let ago = 0; ago < period; ago++) distances += Math.abs((prices[bar - ago] ?? 0) - mean);
    deviations.push(distances / period);
  }
  return deviations;
}
