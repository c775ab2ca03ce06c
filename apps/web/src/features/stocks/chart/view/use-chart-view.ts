import { useMemo } from 'react';
import type { PriceStyle } from '#components/chart/drawing/price-series.ts';
import type { PriceScale } from '#components/chart/scale/price-scale.ts';
import { useMedia } from '#hooks/use-media.ts';
import { useUserState, useUserSwitch } from '#hooks/use-user-state.ts';
import { type ChartRange, defaultChartRange } from './chart-range.ts';
import {
  type ChartSearch,
  type ChartView,
  chartView,
  followedInterval,
  type Interval,
  toggleCompared,
} from './chart-view.ts';

export type ChartViewControl = ReturnType<typeof useChartView>;

function rangeSearch(range: ChartRange): ChartSearch {
  const chosen = range === defaultChartRange ? undefined : range;
  return { range: chosen, from: undefined, to: undefined, date: undefined };
}

/**
 * The view that the address describes, and what changes it.
 * @param lastBarDate of the stock; null until it is known or if there is none
 * @param navigate replaces entries of the address, which it passes to a function
 * @param preload loads what a view shows
 * @param isFollowing whether the bars follow the range
 */
export function useChartView(
  search: ChartSearch,
  lastBarDate: string | null,
  navigate: (change: ChartSearch | ((current: ChartSearch) => ChartSearch)) => void,
  preload: (view: ChartView) => void,
  isFollowing: boolean,
) {
  const view = useMemo(() => chartView(search, lastBarDate, isFollowing), [search, lastBarDate, isFollowing]);
  const usualInterval = isFollowing ? followedInterval(view.start, view.end) : 'daily';
  return {
    view,
    setRange: (range: ChartRange) => navigate(rangeSearch(range)),
    /** Prepares for a range that the user may be about to choose. */
    preloadRange: (range: ChartRange) => {
      if (lastBarDate === null || range === view.range) return;
      preload(chartView({ ...search, ...rangeSearch(range) }, lastBarDate, isFollowing));
    },
    setDates: (from: string, to: string) => navigate({ range: undefined, from, to, date: undefined }),
    /** Shows the bars around a date `YYYY-MM-DD`, in a range that has it. */
    showDate: (date: string) => navigate({ range: undefined, from: undefined, to: undefined, date }),
    setInterval: (interval: Interval) =>
      navigate({ interval: interval === usualInterval ? undefined : interval }),
    setScale: (scale: PriceScale) => navigate({ scale: scale === 'linear' ? undefined : scale }),
    toggleCompared: (symbol: string) =>
      // The address now: a stock may have been added to the watch list since the last render.
      navigate((current) => toggleCompared(current, symbol)),
  };
}

function parseStyle(stored: unknown): PriceStyle {
  return stored === 'line' ? 'line' : 'candlestick';
}

function parseChoice(stored: unknown): boolean | null {
  return typeof stored === 'boolean' ? stored : null;
}

export type ChartSettings = ReturnType<typeof useChartSettings>;

/** The user's settings of all price charts. Splits and dividends are marked by default, except on a phone. */
export function useChartSettings() {
  const isWide = useMedia('(min-width: 40rem)');
  const [style, setStyle] = useUserState('chartStyle', parseStyle);
  const [chosenActions, setHasActions] = useUserState('chartActions', parseChoice);
  const [isAdjusted, setIsAdjusted] = useUserSwitch('chartAdjusted');
  const [isVolumeUnderlay, setIsVolumeUnderlay] = useUserSwitch('chartVolumeUnderlay');
  const [isMagnet, setIsMagnet] = useUserSwitch('chartMagnet');
  const [isFollowing, setIsFollowing] = useUserSwitch('chartBarsFollowRange');
  const hasActions = chosenActions ?? isWide;
  return {
    style,
    setStyle,
    /** Whether splits and dividends are marked. */
    hasActions,
    setHasActions,
    /** Whether prices are adjusted for dividends. */
    isAdjusted,
    setIsAdjusted,
    /** Whether the volume is drawn behind the prices instead of in a pane of its own. */
    isVolumeUnderlay,
    setIsVolumeUnderlay,
    /** Whether the crosshair sticks to closes. */
    isMagnet,
    setIsMagnet,
    /** Whether long ranges have weekly or monthly bars. */
    isFollowing,
    setIsFollowing,
  };
}
