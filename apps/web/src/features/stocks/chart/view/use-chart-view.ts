import { useMemo } from 'react';
import type { PriceScale } from '#components/chart/viewport.ts';
import { type ChartRange, defaultChartRange } from './chart-range.ts';
import { type ChartSearch, type ChartView, chartView, type Interval, toggleCompared } from './chart-view.ts';

export interface ChartViewControl {
  readonly view: ChartView;
  readonly setRange: (range: ChartRange) => void;
  /** Prepares for a range that the user may be about to choose. */
  readonly preloadRange: (range: ChartRange) => void;
  readonly setDates: (from: string, to: string) => void;
  readonly setInterval: (interval: Interval) => void;
  readonly setScale: (scale: PriceScale) => void;
  /** Compares with a symbol, or no longer. */
  readonly toggleCompared: (symbol: string) => void;
}

function rangeSearch(range: ChartRange): ChartSearch {
  const chosen = range === defaultChartRange ? undefined : range;
  return { range: chosen, from: undefined, to: undefined, date: undefined };
}

/**
 * The view that the address describes, and what changes it.
 * @param lastBarDate of the stock; null until it is known or if there is none
 * @param navigate replaces entries of the address, which it passes to a function
 * @param preload loads what a view shows
 */
export function useChartView(
  search: ChartSearch,
  lastBarDate: string | null,
  navigate: (change: ChartSearch | ((current: ChartSearch) => ChartSearch)) => void,
  preload: (view: ChartView) => void,
): ChartViewControl {
  const view = useMemo(() => chartView(search, lastBarDate), [search, lastBarDate]);
  return {
    view,
    setRange: (range) => navigate(rangeSearch(range)),
    preloadRange: (range) => {
      if (lastBarDate === null || range === view.range) return;
      preload(chartView({ ...search, ...rangeSearch(range) }, lastBarDate));
    },
    setDates: (from, to) => navigate({ range: undefined, from, to, date: undefined }),
    setInterval: (interval) => navigate({ interval: interval === 'daily' ? undefined : interval }),
    setScale: (scale) => navigate({ scale: scale === 'linear' ? undefined : scale }),
    toggleCompared: (symbol) =>
      // Of the address now: a stock may have been added to the watch list since the last render.
      navigate((current) => toggleCompared(current, symbol)),
  };
}
