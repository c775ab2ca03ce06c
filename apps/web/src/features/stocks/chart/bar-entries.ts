import type { BarColumns } from '#components/chart/bar-columns.ts';
import type { ChartMarker } from '#components/chart/drawing/marker-drawing.ts';
import { indexOfPeriod } from './bar-period.ts';
import type { Interval } from './view/chart-view.ts';

/** An entry of the journal, to be marked on the chart of its stock. */
export interface DatedEntry {
  readonly id: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly text: string;
}

/** Entries by the index of their bar. */
export type BarEntries = ReadonlyMap<number, readonly DatedEntry[]>;

/** Code points of a text at the crosshair. */
const maxShown = 120;

/** Assigns each entry to the bar of its day, week or month; an entry after the last bar belongs to it. */
export function entriesOfBars(
  bars: BarColumns,
  interval: Interval,
  entries: readonly DatedEntry[],
): BarEntries {
  const last = bars.time.length - 1;
  const ofBars = new Map<number, DatedEntry[]>();
  for (const entry of entries) {
    const index = Math.min(indexOfPeriod(bars, interval, entry.day), last);
    if (index in bars.time) ofBars.set(index, [...(ofBars.get(index) ?? []), entry]);
  }
  return ofBars;
}

/** The texts of entries, each in one line and no longer than a line. */
export function entryLines(entries: readonly DatedEntry[] | undefined): string[] {
  return (entries ?? []).map(({ text }) => {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    const points = [...line];
    return points.length > maxShown ? `${points.slice(0, maxShown).join('')}…` : line;
  });
}

/** A mark for each bar with entries, in the row above the time axis; a click on it opens them. */
export function entryMarkers(
  entries: BarEntries,
  onOpen: (entries: readonly DatedEntry[]) => void,
): ChartMarker[] {
  return [...entries].map(([bar, ofBar]) => ({
    bar,
    text: 'J',
    position: 'lane',
    shape: 'square',
    color: 'line',
    onOpen: () => onOpen(ofBar),
  }));
}
