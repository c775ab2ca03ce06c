import type { BarColumns } from '#components/chart/bar-columns.ts';
import type { ChartMarker } from '#components/chart/drawing/marker-drawing.ts';
import { indexOfPeriod } from './bar-period.ts';
import type { Interval } from './view/chart-view.ts';

export interface DatedSignal {
  readonly date: string;
  readonly sentence: string;
  /** Of a rule that is not saved yet. */
  readonly isPreview: boolean;
  /** A purchase or a sale of the user instead of a signal. */
  readonly trade?: 'purchase' | 'sale';
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
    const isThere = signal.trade === undefined && before.some(({ sentence }) => sentence === signal.sentence);
    if (!(index in bars.time) || isThere) continue;
    ofBars.set(index, [...before, signal]);
  }
  return ofBars;
}

/** The purchases and sales among signals. */
export function tradesIn(signals: readonly DatedSignal[] | undefined): readonly DatedSignal[] {
  return (signals ?? []).filter(({ trade }) => trade !== undefined);
}

/** The signals without purchases and sales. */
export function withoutTrades(signals: readonly DatedSignal[] | undefined): readonly DatedSignal[] {
  return (signals ?? []).filter(({ trade }) => trade === undefined);
}

const tradeLooks = {
  purchase: { word: 'Buy', position: 'belowBar', shape: 'arrowUp', color: 'up' },
  sale: { word: 'Sell', position: 'aboveBar', shape: 'arrowDown', color: 'down' },
} as const;

/** Words of more trades than this would cover the candles. */
const maxWords = 40;

/**
 * One marker in the lane below each bar with signals; previews have a colour of their own. Bars with purchases and
 * sales have markers beside them, with a word unless there are many.
 */
export function signalMarkers(signals: BarSignals): ChartMarker[] {
  const hasWords = tradesIn([...signals.values()].flat()).length <= maxWords;
  return [...signals].flatMap(([bar, ofBar]) => {
    const own = withoutTrades(ofBar);
    const color = own.some(({ isPreview }) => isPreview) ? 'warn' : 'line';
    const markers: ChartMarker[] =
      own.length === 0 ? [] : [{ bar, text: '', position: 'lane', shape: 'arrowUp', color }];
    for (const trade of ['purchase', 'sale'] as const) {
      if (!ofBar.some((signal) => signal.trade === trade)) continue;
      const { word, ...look } = tradeLooks[trade];
      markers.push({ bar, text: hasWords ? word : '', ...look });
    }
    return markers;
  });
}
