/**
 * TA-Lib's MAX: the highest of the last `period` values.
 * @param values one per bar, oldest first
 * @returns one value per bar from bar `period − 1` on
 */
export function rollingMaximum(values: Float64Array, period: number): Float64Array {
  return rollingExtreme(values, period, 1);
}

/** TA-Lib's MIN: the lowest of the last `period` values. See `rollingMaximum`. */
export function rollingMinimum(values: Float64Array, period: number): Float64Array {
  return rollingExtreme(values, period, -1);
}

/** @param sign 1 for the highest, −1 for the lowest */
function rollingExtreme(values: Float64Array, period: number, sign: 1 | -1): Float64Array {
  const extremes = new Float64Array(values.length - period + 1);
  // A queue of bars, from `first` to `end`: the extreme of the window, then its successors once it has left the window.
  const queue = new Int32Array(values.length);
  let first = 0;
  let end = 0;
  for (let bar = 0; bar < values.length; bar++) {
    const value = sign * (values[bar] ?? 0);
    while (end > first && value >= sign * (values[queue[end - 1] ?? 0] ?? 0)) end--;
    queue[end++] = bar;
    const oldest = bar - period + 1;
    if ((queue[first] ?? 0) < oldest) first++;
    if (oldest >= 0) extremes[oldest] = values[queue[first] ?? 0] ?? 0;
  }
  return extremes;
}
