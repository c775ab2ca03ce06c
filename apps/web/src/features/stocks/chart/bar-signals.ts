import { type BarColumns, indexOfDate } from '../../../components/chart/bar-columns.ts';
import type { ChartMarker } from '../../../components/chart/chart-marker.ts';

/** A signal at the close of a day. */
export interface DatedSignal {
  readonly date: string;
  readonly sentence: string;
  /** Of a rule that is not saved yet. */
  readonly isPreview: boolean;
}

/** Signals by the index of their bar. */
export type BarSignals = ReadonlyMap<number, readonly DatedSignal[]>;

export function signalsOfBars(bars: BarColumns, signals: readonly DatedSignal[]): BarSignals {
  const ofBars = new Map<number, DatedSignal[]>();
  for (const signal of signals) {
    const index = indexOfDate(bars, signal.date);
    if (index >= 0) ofBars.set(index, [...(ofBars.get(index) ?? []), signal]);
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
