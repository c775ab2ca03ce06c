import { type BarColumns, indexOfDate } from '#components/chart/bar-columns.ts';
import type { ChartMarker } from '#components/chart/drawing/marker-drawing.ts';
import type { Trade } from '../../api/types.ts';

export const reasonNames: Readonly<Record<Trade['reason'], string>> = {
  exit: 'Exit',
  stop: 'Stop',
  take_profit: 'Take-profit',
  time: 'Time',
  open: 'Open',
  ruin: 'Ruin',
};

/** More texts than this would cover the candles. */
const maxTexts = 40;

/** An arrow below the bar of each entry and above that of each exit, with the reason unless there are many. */
export function tradeMarkers(trades: readonly Trade[], bars: BarColumns): ChartMarker[] {
  const hasTexts = trades.length <= maxTexts;
  return trades.flatMap(({ entry_date, exit_date, reason }) => {
    const entry = indexOfDate(bars, entry_date);
    const exit = exit_date === null ? -1 : indexOfDate(bars, exit_date);
    const markers: ChartMarker[] = [];
    if (entry >= 0) {
      markers.push({
        bar: entry,
        text: hasTexts ? 'Entry' : '',
        position: 'belowBar',
        shape: 'arrowUp',
        color: 'line',
      });
    }
    if (exit >= 0) {
      markers.push({
        bar: exit,
        text: hasTexts ? reasonNames[reason] : '',
        position: 'aboveBar',
        shape: 'arrowDown',
        color: 'warn',
      });
    }
    return markers;
  });
}
