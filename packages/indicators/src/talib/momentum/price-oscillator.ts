import { differences, isZero, sortPeriods } from '../arithmetic.ts';
import { seededEma } from '../averages/exponential-averages.ts';
import { rollingMean } from '../averages/rolling-mean.ts';

/** TA-Lib's parameters. `matype`: 0 simple averages, 1 exponential averages. */
export interface OscillatorParameters {
  fastperiod: number;
  slowperiod: number;
  matype: number;
}

/**
 * TA-Lib's APO: fast average − slow average, with the periods swapped if the fast one is longer. tulind has only
 * exponential averages, seeded with one value.
 * @param values one per bar, oldest first
 * @returns differences in the unit of the values, one per bar from bar `slowperiod − 1` on
 */
export function absolutePriceOscillator(
  values: Float64Array,
  parameters: OscillatorParameters,
): Float64Array {
  const { fast, slow } = averages(values, parameters);
  return differences(fast, slow);
}

/**
 * TA-Lib's PPO: the APO in percent of the slow average, or 0 if that average is 0.
 * @param values one per bar, oldest first
 * @returns percentages, one per bar from bar `slowperiod − 1` on
 */
export function percentagePriceOscillator(
  values: Float64Array,
  parameters: OscillatorParameters,
): Float64Array {
  const { fast, slow } = averages(values, parameters);
  return slow.map((average, index) =>
    isZero(average) ? 0 : (((fast[index] ?? 0) - average) / average) * 100,
  );
}

/** Both averages from bar `slowperiod − 1` on. */
function averages(values: Float64Array, { fastperiod, slowperiod, matype }: OscillatorParameters) {
  const average = matype === 1 ? seededEma : rollingMean;
  const [fast, slow] = sortPeriods(fastperiod, slowperiod);
  return { fast: average(values, fast).subarray(slow - fast), slow: average(values, slow) };
}
