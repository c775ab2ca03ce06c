import { median } from '@stockbook/rules';
import type { RulePreview } from './schemas.ts';

/**
 * Measures how the close had changed some bars after events, beside the same after every bar.
 * @param events indices of bars
 * @param first the first bar to count among all
 */
export function whatFollowed(
  close: ArrayLike<number>,
  bars: number,
  events: readonly number[],
  first: number,
): RulePreview['after'][number] {
  const changeAfter = (bar: number) =>
    (100 * ((close[bar + bars] ?? 0) - (close[bar] ?? 0))) / (close[bar] ?? 0);
  const last = close.length - bars;
  const followed = events.filter((bar) => bar < last);
  const all = Array.from({ length: Math.max(0, last - first) }, (_, index) => changeAfter(first + index));
  return {
    bars,
    median_percent: median(followed.map(changeAfter)),
    count: followed.length,
    all_median_percent: median(all),
  };
}
