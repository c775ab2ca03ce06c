import type { ChartMarker } from '../../../components/chart/chart-marker.ts';
import type { Trade } from '../api/types.ts';
import { reasonNames } from './reason-names.ts';

/** More texts than this would cover the candles. */
const maxTexts = 40;

/** An arrow below the bar of each entry and above that of each exit, with the reason unless there are many. */
export function tradeMarkers(
  trades: readonly Trade[],
  bars: readonly { readonly date: string }[],
): ChartMarker[] {
  const indexes = new Map(bars.map(({ date }, index) => [date, index]));
  const hasTexts = trades.length <= maxTexts;
  return trades.flatMap(({ entry_date, exit_date, reason }) => {
    const entry = indexes.get(entry_date);
    const exit = exit_date === null ? undefined : indexes.get(exit_date);
    const markers: ChartMarker[] = [];
    if (entry !== undefined) {
      markers.push({
        bar: entry,
        text: hasTexts ? 'Entry' : '',
        position: 'belowBar',
        shape: 'arrowUp',
        color: 'line',
      });
    }
    if (exit !== undefined) {
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
