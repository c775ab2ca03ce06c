import { dayNumber } from '@stockbook/common/days';
import { truthOf } from '../../src/evaluate/truth.ts';
import type { DailyBars, Decisions } from '../../src/simulate/index.ts';

/** Open, high, low and close. */
export type Prices = readonly [open: number, high: number, low: number, close: number];

/** Bars of consecutive calendar days. */
export function dailyBars(
  prices: readonly Prices[],
  { firstDate = '2024-01-01', dividends }: { firstDate?: string; dividends?: Record<number, number> } = {},
): DailyBars {
  const firstDay = dayNumber(firstDate);
  return {
    day: Int32Array.from(prices, (_, bar) => firstDay + bar),
    open: Float64Array.from(prices, ([open]) => open),
    high: Float64Array.from(prices, ([, high]) => high),
    low: Float64Array.from(prices, ([, , low]) => low),
    close: Float64Array.from(prices, ([, , , close]) => close),
    dividend: dividends ? Float64Array.from(prices, (_, bar) => dividends[bar] ?? 0) : null,
  };
}

/** Decisions that are true at the listed bars only. */
export function decisionsAt(
  count: number,
  entry: readonly number[],
  exit: readonly number[] = [],
  first = 1,
): Decisions {
  const flags = (bars: readonly number[]) =>
    Uint8Array.from({ length: count }, (_, bar) => truthOf(bars.includes(bar)));
  return { entry: flags(entry), exit: flags(exit), first };
}
