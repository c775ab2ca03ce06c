import type { BarColumns } from '#components/chart/bar-columns.ts';
import type { ChartMarker } from '#components/chart/drawing/marker-drawing.ts';
import { indexOfPeriod } from './bar-period.ts';
import type { Interval } from './view/chart-view.ts';

export interface DatedSignal {
  readonly date: string;
  readonly sentence: string;
  /** Of a rule that is not saved yet. */
  readonly isPreview: boolean;
}

/** Signals by the index of their bar. */
export type BarSignals = ReadonlyMap<number, readonly DatedSignal[]>;

/** Assigns each signal to the bar of its day, week or month; signals of a bar with one sentence become one. */
export function signalsOfBars(
  bars: BarColumns,
  interval: Interval,
  signals: readonly DatedSignal[],
): BarSignals {
  const ofBars = new Map<number, DatedSignal[]>();
  for (const signal of signals) {
    const index = indexOfPeriod(bars, interval, signal.date);
    const before = ofBars.get(index) ?? [];
    if (!(index in bars.time) || before.some(({ sentence }) => sentence === signal.sentence)) continue;
    ofBars.set(index, [...before, signal]);
  }
  return ofBars;
}

/** One small marker below each bar with signals; previews have a colour of their own. */
export function signalMarkers(signals: BarSignals): ChartMarker[] {
  return [...signals].map(([bar, ofBar]) => ({
    bar,
    text: '',
    position: 'belowBar',
    shape: 'arrowUp',
    color: ofBar.some(({ isPreview }) => isPreview) ? 'warn' : 'line',
  }));
}
