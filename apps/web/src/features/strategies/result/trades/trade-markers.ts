import { type BarColumns, indexOfDate } from '#components/chart/bar-columns.ts';
import type { ChartMarker } from '#components/chart/drawing/marker-drawing.ts';
import type { ChartSegment } from '#components/chart/overlay/segments.ts';
import type { Trade } from '../../api/types.ts';

export const reasonNames: Readonly<Record<Trade['reason'], string>> = {
  exit: 'Exit',
  stop: 'Stop',
  take_profit: 'Take-profit',
  time: 'Time',
  open: 'Open',
  ruin: 'Ruin',
};

/** An arrow below the bar of each entry and above that of each exit. */
export function tradeMarkers(trades: readonly Trade[], bars: BarColumns): ChartMarker[] {
  return trades.flatMap(({ entry_date, exit_date }) => {
    const entry = indexOfDate(bars, entry_date);
    const exit = exit_date === null ? -1 : indexOfDate(bars, exit_date);
    const markers: ChartMarker[] = [];
    const shared = { text: '' } as const;
    if (entry >= 0) {
      markers.push({ ...shared, bar: entry, position: 'belowBar', shape: 'arrowUp', color: 'line' });
    }
    if (exit >= 0) {
      markers.push({ ...shared, bar: exit, position: 'aboveBar', shape: 'arrowDown', color: 'warn' });
    }
    return markers;
  });
}

/** A line from each entry to its exit in the colour of the profit; to the last close for an open trade. */
export function tradeSegments(trades: readonly Trade[], bars: BarColumns): ChartSegment[] {
  const last = bars.time.length - 1;
  return trades.flatMap(({ entry_date, entry_price, exit_date, exit_price, profit }) => {
    const entry = indexOfDate(bars, entry_date);
    const exit = exit_date === null ? last : indexOfDate(bars, exit_date);
    const price = exit_price ?? bars.close[last];
    if (entry < 0 || exit < 0 || price === undefined) return [];
    const color = profit === null ? 'muted' : profit > 0 ? 'up' : 'down';
    return [{ from: { bar: entry, price: entry_price }, to: { bar: exit, price }, color }];
  });
}
