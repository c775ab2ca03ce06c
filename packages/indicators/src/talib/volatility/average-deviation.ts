/**
 * TA-Lib's AVGDEV: the mean absolute distance of the last `period` values from their mean. Each window is summed
 * from scratch: tulind's running mean is off by 4e-9 when prices hardly move.
 * @param values one per bar, oldest first
 * @returns deviations in the unit of the values, one per bar from bar `period − 1` on
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
