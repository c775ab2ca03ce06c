import type { Stock } from '@stockbook/api/schemas';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { ChartValue, HoveredBar } from '#components/chart/chart-value.ts';
import type { PriceLevel, PriceLevelEvents } from '#components/chart/levels/price-level.ts';
import type { PriceChartHandle } from '#components/chart/price-chart.tsx';
import type { Study } from '#components/chart/study.ts';
import type { TimeSync } from '#components/chart/time-sync.ts';
import type { VisibleBars } from '#components/chart/viewport.ts';
import type { IconButtonProps } from '#components/ui/button.tsx';
import { useActions } from '../api/queries.ts';
import type { FormingBar } from '../quotes/forming/forming-bar.ts';
import { actionMarkers, actionsOfBars, type BarActions } from './bar-actions.ts';
import { type BarEntries, type DatedEntry, entriesOfBars, entryMarkers } from './bar-entries.ts';
import { type DatedSignal, signalMarkers, signalsOfBars } from './bar-signals.ts';
import type { CompleteChart } from './compare/use-complete-chart.ts';
import type { ChartSettings, ChartViewControl } from './view/use-chart-view.ts';

export interface PriceSectionProps {
  stock: Stock;
  state: CompleteChart;
  settings: ChartSettings;
  control: ChartViewControl;
  studies: readonly Study[];
  hiddenIds: ReadonlySet<string>;
  sync: TimeSync;
  hover: HoveredBar;
  /** A date of the day, week or month whose bar the chart opens at; null to show the whole range. */
  focusDate: string | null;
  /** The key of a study, with buttons that hide and remove it. */
  studyKey: (study: Study) => ReactNode;
  indicatorsMenu: (word: IconButtonProps['word']) => ReactNode;
  /** The menu of the drawing tools, and the layer of the drawings over the price pane. */
  drawings: {
    readonly menu: (word: IconButtonProps['word'], onUse?: () => void) => ReactNode;
    readonly layer: (chart: PriceChartHandle) => ReactNode;
  };
  signals: readonly DatedSignal[];
  /** The entries of the journal about the stock. */
  journal: readonly DatedEntry[];
  /** Shows entries whose mark was clicked. Must keep its identity. */
  onJournal: (entries: readonly DatedEntry[]) => void;
  levels: readonly PriceLevel[];
  levelEvents: PriceLevelEvents;
  levelForm: ReactNode;
}

interface PriceSectionState extends PriceSectionProps, ReturnType<typeof useBarMarks> {
  readonly isTable: boolean;
  readonly isFull: boolean;
  readonly visible: ChartValue<VisibleBars>;
  /** The bar of a session that is not over. */
  readonly forming: ChartValue<FormingBar | null>;
  /** Null until the chart is drawn. */
  readonly chart: PriceChartHandle | null;
  readonly setChart: (chart: PriceChartHandle | null) => void;
}

/** The view, the marks and the levels that the parts of the price section share. */
export const PriceSectionContext = createContext<PriceSectionState | null>(null);

export function usePriceSection(): PriceSectionState {
  const state = useContext(PriceSectionContext);
  if (!state) throw new Error('usePriceSection needs a PriceSectionContext above it.');
  return state;
}

const noActions: BarActions = new Map();
const noEntries: BarEntries = new Map();

/** The marks of the bars by the index of the bar; `actions` are also those that the settings hide. */
export function useBarMarks(
  { stock, state: { bars, interval }, settings, signals, journal, onJournal }: PriceSectionProps,
  isTable: boolean,
) {
  const isNeeded = stock.data_end_date !== null && (isTable || settings.hasActions);
  const { loaded, isLoading: isLoadingActions } = useActions(stock.symbol, isNeeded);
  const actions = useMemo(
    () => (loaded ? actionsOfBars(bars, interval, loaded, stock.quoted_in) : noActions),
    [bars, interval, loaded, stock.quoted_in],
  );
  const shownActions = settings.hasActions ? actions : noActions;
  const barSignals = useMemo(() => signalsOfBars(bars, interval, signals), [bars, interval, signals]);
  const barEntries = useMemo(() => entriesOfBars(bars, interval, journal), [bars, interval, journal]);
  const shownEntries = settings.hasJournal ? barEntries : noEntries;
  const markers = useMemo(
    // In the lane, dividends give way to entries and signals, and all to splits, which are fewer.
    () => [
      ...actionMarkers(shownActions, 'split'),
      ...signalMarkers(barSignals),
      ...entryMarkers(shownEntries, onJournal),
      ...actionMarkers(shownActions, 'dividend'),
    ],
    [shownActions, barSignals, shownEntries, onJournal],
  );
  return { actions, isLoadingActions, shownActions, barSignals, barEntries, shownEntries, markers };
}
