import type { DailyBars } from '../provider/provider.ts';
import { firstIndexFrom } from './calendar-date.ts';

/** The bars dated `from` (`YYYY-MM-DD`) or later. */
export function barsFrom(bars: DailyBars, from: string): DailyBars {
  const start = firstIndexFrom(bars.date, from);
  if (start === 0) return bars;
  return {
    date: bars.date.slice(start),
    open: bars.open.slice(start),
    high: bars.high.slice(start),
    low: bars.low.slice(start),
    close: bars.close.slice(start),
    volume: bars.volume.slice(start),
  };
}
