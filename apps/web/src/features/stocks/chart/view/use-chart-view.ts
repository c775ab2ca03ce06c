import { useEffect, useMemo, useRef, useState } from 'react';
import { type BarColumns, hasVolume, haveClosesAlone } from '#components/chart/bar-columns.ts';
import type { PriceStyle } from '#components/chart/drawing/price-series.ts';
import type { ChartHistory } from '#components/chart/price-chart.tsx';
import type { PriceScale } from '#components/chart/scale/price-scale.ts';
import { useMedia } from '#hooks/use-media.ts';
import { useUserState, useUserSwitch } from '#hooks/use-user-state.ts';
import { isOwnSymbol } from '#lib/data-source.ts';
import { type ChartRange, defaultChartRange } from './chart-range.ts';
import {
  type ChartSearch,
  type ChartView,
  chartView,
  followedInterval,
  type Interval,
  olderStart,
  startingAt,
  toggleCompared,
} from './chart-view.ts';

export type ChartViewControl = ReturnType<typeof useChartView>;

function rangeSearch(range: ChartRange): ChartSearch {
  const chosen = range === defaultChartRange ? undefined : range;
  return { range: chosen, from: undefined, to: undefined, date: undefined };
}

/** The dates of a stock's first and last bar, `YYYY-MM-DD`; null until they are known and without bars. */
export interface BarDates {
  readonly first: string | null;
  readonly last: string | null;
}

/** The older bars that were loaded for the dates and the interval of a view. */
interface OlderBars {
  readonly dates: string;
  /** The first day; null for that of the view. */
  readonly start: string | null;
  /** Whether loading more has failed. */
  readonly hasFailed: boolean;
}

/**
 * A view with older bars than those of its range: more of them for each time that the chart is moved to its first bar.
 * Another range, other dates or another interval begins without them.
 */
function useHistory(chosen: ChartView, first: string | null, load: (view: ChartView) => Promise<unknown>) {
  const dates = `${chosen.start} ${chosen.end} ${chosen.interval}`;
  const [older, setOlder] = useState<OlderBars>({ dates, start: null, hasFailed: false });
  const { start, hasFailed } = older.dates === dates ? older : { start: null, hasFailed: false };
  const view = useMemo(() => (start === null ? chosen : startingAt(chosen, start)), [chosen, start]);
  const hasOlder = !hasFailed && first !== null && view.start !== null && first < view.start;

  const isLoading = useRef(false);
  const latestDates = useRef(dates);
  useEffect(() => {
    latestDates.current = dates;
  });
  async function loadOlder() {
    if (isLoading.current || !hasOlder) return;
    isLoading.current = true;
    const earlier = olderStart(view, first);
    const loaded = await load(startingAt(view, earlier)).then(
      () => ({ start: earlier, hasFailed: false }),
      () => ({ start, hasFailed: true }),
    );
    isLoading.current = false;
    // The view may have changed meanwhile.
    if (latestDates.current === dates) setOlder({ dates, ...loaded });
  }

  const history: ChartHistory = {
    hasOlder,
    isExtended: start !== null,
    loadOlder: () => void loadOlder(),
    reset: () => setOlder({ dates, start: null, hasFailed: false }),
  };
  return { view, history };
}

/**
 * The view that the address describes, and what changes it.
 * @param navigate replaces entries of the address, which it passes to a function
 * @param load loads what a view shows
 * @param isFollowing whether the bars follow the range
 */
export function useChartView(
  search: ChartSearch,
  { first, last: lastBarDate }: BarDates,
  navigate: (change: ChartSearch | ((current: ChartSearch) => ChartSearch)) => void,
  load: (view: ChartView) => Promise<unknown>,
  isFollowing: boolean,
) {
  const chosen = useMemo(
    () => chartView(search, lastBarDate, isFollowing),
    [search, lastBarDate, isFollowing],
  );
  const { view, history } = useHistory(chosen, first, load);
  const usualInterval = isFollowing ? followedInterval(chosen.start, chosen.end) : 'daily';
  return {
    view,
    history,
    setRange: (range: ChartRange) => navigate(rangeSearch(range)),
    /** Prepares for a range that the user may be about to choose. */
    preloadRange: (range: ChartRange) => {
      if (lastBarDate === null || range === view.range) return;
      const next = chartView({ ...search, ...rangeSearch(range) }, lastBarDate, isFollowing);
      // The chart reports a failure when the range is chosen.
      load(next).catch(() => {});
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

type ChosenStyle = Exclude<PriceStyle, 'steps'>;

function parseStyle(stored: unknown): ChosenStyle {
  return stored === 'line' ? 'line' : 'candlestick';
}

function parseChoice(stored: unknown): boolean | null {
  return typeof stored === 'boolean' ? stored : null;
}

export interface ChartSettings extends Omit<ReturnType<typeof useChartSettings>, 'style' | 'setStyle'> {
  readonly style: PriceStyle;
  readonly setStyle: (style: ChosenStyle) => void;
}

/** The user's settings of all price charts. Splits and dividends are marked by default, except on a phone. */
export function useChartSettings() {
  const isWide = useMedia('(min-width: 40rem)');
  const [style, setStyle] = useUserState('chartStyle', parseStyle);
  const [chosenActions, setHasActions] = useUserState('chartActions', parseChoice);
  const [chosenJournal, setHasJournal] = useUserState('chartJournal', parseChoice);
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
    /** Whether days with entries of the journal are marked. */
    hasJournal: chosenJournal ?? true,
    setHasJournal,
    /** Whether prices are adjusted for dividends. */
    isAdjusted,
    setIsAdjusted,
    /** Whether the volume is drawn behind the prices instead of in a pane of its own. */
    isVolumeUnderlay,
    setIsVolumeUnderlay,
    hasVolumePane: !isVolumeUnderlay,
    /** Whether the crosshair sticks to closes. */
    isMagnet,
    setIsMagnet,
    /** Whether long ranges have weekly or monthly bars. */
    isFollowing,
    setIsFollowing,
  };
}

/**
 * The settings for bars: closes alone are a line with steps, until the user chooses candles for such bars. An own
 * instrument without volume has no pane for it.
 */
export function useSettingsOfBars(settings: ChartSettings, symbol: string, bars: BarColumns): ChartSettings {
  const [hasCandles, setHasCandles] = useUserSwitch('chartCandlesOfCloses');
  if (!isOwnSymbol(symbol)) return settings;
  const hasVolumePane = settings.hasVolumePane && hasVolume(bars);
  if (!haveClosesAlone(bars)) return { ...settings, hasVolumePane };
  return {
    ...settings,
    hasVolumePane,
    style: hasCandles ? 'candlestick' : 'steps',
    setStyle: (style) => setHasCandles(style === 'candlestick'),
  };
}
