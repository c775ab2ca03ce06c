import type { Bar } from '@stockbook/api/schemas';
import type { UTCTimestamp } from 'lightweight-charts';

/** Bars as columns of one length, oldest first: the form that charts take without an object per bar. */
export interface BarColumns {
  /** Midnight UTC in seconds since 1970, the time unit of lightweight-charts. */
  readonly time: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

export const noBars: BarColumns = { time: [], open: [], high: [], low: [], close: [], volume: [] };

/** Seconds since 1970 by the type of lightweight-charts. */
export function chartTime(seconds: number): UTCTimestamp {
  return seconds as UTCTimestamp;
}

/** A calendar date `YYYY-MM-DD` as a time of lightweight-charts. */
export function barTime(date: string): UTCTimestamp {
  return chartTime(Date.parse(date) / 1000);
}

/** The time of the bar at `index`; undefined if there is no such bar. */
export function timeAt({ time }: BarColumns, index: number): UTCTimestamp | undefined {
  const seconds = time[index];
  return seconds === undefined ? undefined : chartTime(seconds);
}

function dateOf(time: number): string {
  return new Date(time * 1000).toISOString().slice(0, 10);
}

/** The date of the bar at `index`, `YYYY-MM-DD`; undefined if there is no such bar. */
export function dateAt({ time }: BarColumns, index: number): string | undefined {
  const seconds = time[index];
  return seconds === undefined ? undefined : dateOf(seconds);
}

/** The bar at `index`; undefined if there is no such bar. */
export function barAt(bars: BarColumns, index: number): Bar | undefined {
  const time = bars.time[index];
  const [open, high, low, close, volume] = [bars.open, bars.high, bars.low, bars.close, bars.volume].map(
    (column) => column[index],
  );
  if (time === undefined || open === undefined || high === undefined) return undefined;
  if (low === undefined || close === undefined || volume === undefined) return undefined;
  return { date: dateOf(time), open, high, low, close, volume };
}

/** Whether the volume of a bar is known. */
export function hasVolume({ volume }: BarColumns): boolean {
  return volume.some((each) => each > 0);
}

/** Whether each bar has a close alone, which its other prices equal, and no volume. */
export function haveClosesAlone({ open, high, low, close, volume }: BarColumns): boolean {
  return close.every(
    (price, index) => !volume[index] && [open, high, low].every((prices) => prices[index] === price),
  );
}

/** The index of the first bar at `time` or later; the number of bars if there is none. */
export function indexFrom({ time }: BarColumns, wanted: number): number {
  let [low, high] = [0, time.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((time[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The number of older bars that `after` has before the bars of `before`; 0 if these are not the newest of `after`. The
 * first bar of `before` may differ: it may have been a part of a week or a month.
 */
export function olderBarCount(before: BarColumns, after: BarColumns): number {
  const count = after.time.length - before.time.length;
  const isContinued =
    before.time.length > 1 &&
    count > 0 &&
    before.time[1] === after.time[count + 1] &&
    before.time.at(-1) === after.time.at(-1);
  return isContinued ? count : 0;
}

/** The index of the bar of a date `YYYY-MM-DD`, or -1. */
export function indexOfDate(bars: BarColumns, date: string): number {
  const index = indexFrom(bars, barTime(date));
  return bars.time[index] === barTime(date) ? index : -1;
}
