import { dayNumber } from '@stockbook/common/days';
import { at } from '../column.ts';

/** Daily bars of one stock as columns of equal length, oldest bar first. Prices are above 0. */
export interface DailyBars {
  /** Days since 1970-01-01, strictly ascending. */
  readonly day: Int32Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Amount per share, at the bar of the ex-date. Null if dividends are not counted. */
  readonly dividend: Float64Array | null;
}

/** The bars of a run: stored bars `first` to `end`, `end` excluded. */
export interface RunRange {
  readonly first: number;
  readonly end: number;
}

/** The stored bars from `since` to `until`, both included; null means without limit. */
export function runRange(day: Int32Array, since: string | null, until: string | null): RunRange {
  const first = since === null ? 0 : firstIndexFrom(day, dayNumber(since));
  const end = until === null ? day.length : firstIndexFrom(day, dayNumber(until) + 1);
  return { first, end: Math.max(first, end) };
}

/** The bars of a run, as views of the stored columns. */
export function sliceBars(bars: DailyBars, { first, end }: RunRange): DailyBars {
  return {
    day: bars.day.subarray(first, end),
    open: bars.open.subarray(first, end),
    high: bars.high.subarray(first, end),
    low: bars.low.subarray(first, end),
    close: bars.close.subarray(first, end),
    dividend: bars.dividend?.subarray(first, end) ?? null,
  };
}

/**
 * The bar of a run at whose close the first decision is taken.
 * @param lookBack the larger look-back of the entry and the exit rule
 * @param barsBefore stored bars before the run: indicators have them, so they count towards the look-back
 */
export function firstDecisionBar(lookBack: number, barsBefore: number): number {
  return Math.max(0, lookBack - barsBefore) + 1;
}

/** Binary search: the index of the first of the ascending `days` that is `day` or later, or `days.length`. */
function firstIndexFrom(days: Int32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(days, middle) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
