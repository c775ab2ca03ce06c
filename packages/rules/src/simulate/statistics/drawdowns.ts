import { at } from '../../column.ts';

export interface DrawdownMeasures {
  /** The highest equity. */
  readonly peak: number;
  /** Fractions of the peak. */
  readonly max: number;
  readonly mean: number;
  readonly maxDays: number;
  readonly meanDays: number;
}

/**
 * The drawdowns of an account. A stretch lasts from a bar at the peak to the next one at the peak, or to the last bar,
 * with at least one bar in between. Without a stretch the means and `maxDays` are NaN or infinite.
 */
export function measureDrawdowns(day: Int32Array, equity: Float64Array): DrawdownMeasures {
  const last = equity.length - 1;
  let peak = at(equity, 0);
  let peakBar = 0;
  let deepest = 0;
  let max = 0;
  let stretches = 0;
  let deepestSum = 0;
  let daysSum = 0;
  let maxDays = Number.NEGATIVE_INFINITY;
  for (let bar = 1; bar <= last; bar++) {
    const value = at(equity, bar);
    if (value > peak) peak = value;
    deepest = Math.max(deepest, 1 - value / peak);
    if (value !== peak && bar !== last) continue;
    if (bar > peakBar + 1) {
      const days = at(day, bar) - at(day, peakBar);
      stretches++;
      deepestSum += deepest;
      daysSum += days;
      maxDays = Math.max(maxDays, days);
    }
    max = Math.max(max, deepest);
    peakBar = bar;
    deepest = 0;
  }
  return { peak, max, mean: deepestSum / stretches, maxDays, meanDays: daysSum / stretches };
}
