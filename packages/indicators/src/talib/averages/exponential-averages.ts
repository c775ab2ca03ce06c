/**
 * TA-Lib's EMA (TA_INT_EMA): the first average is the mean of the first `period` values; each later average moves
 * from the previous one by 2 / (period + 1) of the distance to the new value. tulind's EMA starts from its first
 * value.
 * @param values one per bar, oldest first; more than the look-back
 * @returns one average per bar from bar `period − 1` on
 */
export function seededEma(values: Float64Array, period: number): Float64Array {
  return seededAverage(values, period, 2 / (period + 1));
}

/**
 * Wilder's average: as `seededEma`, but moves by 1 / period of the distance.
 * @param values one per bar, oldest first; more than the look-back
 * @returns one average per bar from bar `period − 1` on
 */
export function wilderAverage(values: Float64Array, period: number): Float64Array {
  return seededAverage(values, period, 1 / period);
}

function seededAverage(values: Float64Array, period: number, smoothing: number): Float64Array {
  const averages = new Float64Array(values.length - period + 1);
  let total = 0;
  for (let bar = 0; bar < period; bar++) total += values[bar] ?? 0;
  let average = total / period;
  averages[0] = average;
  for (let bar = period; bar < values.length; bar++) {
    average += ((values[bar] ?? 0) - average) * smoothing;
    averages[bar - period + 1] = average;
  }
  return averages;
}

/**
 * TA-Lib's DEMA, after Patrick Mulloy: 2 × EMA − EMA of the EMA.
 * @param values one per bar, oldest first; more than the look-back
 * @returns one average per bar from bar `2 × (period − 1)` on
 */
export function doubleEma(values: Float64Array, period: number): Float64Array {
  const once = seededEma(values, period);
  const twice = seededEma(once, period);
  return twice.map((average, index) => 2 * (once[index + period - 1] ?? 0) - average);
}

/**
 * TA-Lib's TEMA, after Patrick Mulloy: 3 × EMA − 3 × EMA of the EMA + EMA of that.
 * @param values one per bar, oldest first; more than the look-back
 * @returns one average per bar from bar `3 × (period − 1)` on
 */
export function tripleEma(values: Float64Array, period: number): Float64Array {
  const once = seededEma(values, period);
  const twice = seededEma(once, period);
  return seededEma(twice, period).map(
    (average, index) =>
      average + (3 * (once[index + 2 * (period - 1)] ?? 0) - 3 * (twice[index + period - 1] ?? 0)),
  );
}

/**
 * TA-Lib's TRIX, after Jack Hutson: the change of a triple-smoothed EMA from the previous bar, in percent of the
 * previous value, or 0 if that value is 0. tulind divides by the current value.
 *
 * With a period of 1 TA-Lib 0.6.4 reads memory before bar 0; here the result is the change of the price.
 * @param values one per bar, oldest first; more than the look-back
 * @returns percentages, one per bar from bar `3 × (period − 1) + 1` on
 */
export function trix(values: Float64Array, period: number): Float64Array {
  const smoothed = seededEma(seededEma(seededEma(values, period), period), period);
  return smoothed.subarray(1).map((average, index) => {
    const previous = smoothed[index] ?? 0;
    return previous === 0 ? 0 : (average / previous - 1) * 100;
  });
}
