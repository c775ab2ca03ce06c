/**
 * TA-Lib's AVGDEV: the mean absolute distance of the last `period` values from their mean. Each window is summed
 * from scratch: tulind's running mean is off by 4e-9 when values hardly move.
 * @param values one per bar, oldest first
 * @returns deviations in the unit of the values, one per bar from bar `period − 1` on
 */
export function averageDeviation(values: Float64Array, period: number): Float64Array {
  const deviations = new Float64Array(values.length - period + 1);
  for (let bar = period - 1; bar < values.length; bar++) {
    let total = 0;
    for (let ago = 0; ago < period; ago++) total += values[bar - ago] ?? 0;
    const mean = total / period;
    let distances = 0;
    for (let ago = 0; ago < period; ago++) distances += Math.abs((values[bar - ago] ?? 0) - mean);
    deviations[bar - period + 1] = distances / period;
  }
  return deviations;
}
