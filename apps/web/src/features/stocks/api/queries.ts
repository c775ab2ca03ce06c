import type { CorporateActions, Stock, StudyColumns, WatchListItem } from '@stockbook/api/schemas';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { type BarColumns, noBars } from '#components/chart/bar-columns.ts';
import { useDebounced } from '#hooks/use-debounced.ts';
import { isIsin } from '#lib/api/schemas.ts';
import { trpc } from '#lib/api/trpc.ts';
import { isMarketOpen } from '#lib/is-market-open.ts';
import type { ChartView, Interval } from '../chart/view/chart-view.ts';
import { needsFigures } from '../watch-list/table/table-columns.ts';
import { arrangeStocks, sortKeyOf } from '../watch-list/view/arrange-stocks.ts';
import { useRememberedView } from '../watch-list/view/use-list-view.ts';
import { usePendingChanges, withChanges, withSwitches } from './pending-changes.ts';

/** The splits and dividends of a stock; undefined until they are loaded. A failure is logged with `reportError`. */
export function useActions(symbol: string, isEnabled: boolean): CorporateActions | undefined {
  const { data, error } = trpc.stocks.actions.useQuery({ symbol }, { enabled: isEnabled });
  useEffect(() => {
    if (error) reportError(error);
  }, [error]);
  return data;
}

const noStudies: readonly StudyColumns[] = [];

export interface BarsState {
  readonly bars: BarColumns;
  readonly interval: Interval;
  /** The lines of the requested indicators. */
  readonly studies: readonly StudyColumns[];
  readonly isLoading: boolean;
  /** The bars are still those of the previous range or adjustment. */
  readonly isPrevious: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** The input of `stocks.chart` for a view, also of a stock that is compared. */
export function barsInput(
  symbol: string,
  { start, end, interval }: ChartView,
  isAdjusted: boolean,
  ids: readonly string[] = [],
) {
  return {
    symbol,
    interval,
    ...(start && end ? { start_date: start, end_date: end } : {}),
    ...(ids.length > 0 ? { ids: [...ids] } : {}),
    ...(isAdjusted ? ({ adjust: 'dividends' } as const) : {}),
  };
}

/** @returns a function that requests the bars of a view before it is shown; it ignores failures */
export function usePreloadBars(symbol: string, isAdjusted: boolean, ids: readonly string[]) {
  const { stocks } = trpc.useUtils();
  return (view: ChartView) => void stocks.chart.prefetch(barsInput(symbol, view, isAdjusted, ids));
}

/**
 * The bars of a view. Sends no request until `stock` is loaded, nor for a stock without a last bar. A failure is logged
 * with `reportError`.
 * @param ids of the indicators whose lines come in the same response
 * @param isAdjusted whether prices are adjusted for dividends
 */
export function useBars(
  symbol: string,
  view: ChartView,
  isAdjusted: boolean,
  ids: readonly string[],
  stock: Stock | undefined,
): BarsState {
  const hasBars = Boolean(stock?.data_end_date);
  const query = trpc.stocks.chart.useQuery(barsInput(symbol, view, isAdjusted, ids), {
    enabled: hasBars,
    // Shows the previous bars until the new ones are loaded.
    placeholderData: keepPreviousData,
  });
  const { data, error } = query;
  useEffect(() => {
    if (error) reportError(error);
  }, [error]);
  return {
    bars: data ?? noBars,
    interval: data?.interval ?? view.interval,
    studies: data?.studies ?? noStudies,
    isLoading: !stock || query.isFetching,
    isPrevious: query.isPlaceholderData,
    hasFailed: error !== null,
    retry: query.refetch,
  };
}

/** The name of a symbol's file if the server reads prices from CSV files, otherwise null. */
export function useExpectedFile(symbolOrIsin: string, isEnabled: boolean): string | null {
  const { data } = trpc.system.version.useQuery(undefined, { enabled: isEnabled });
  if (data?.market_data !== 'csv') return null;
  return `${isIsin(symbolOrIsin) ? 'SYMBOL' : symbolOrIsin}.csv`;
}

/** The figures of the last year, by symbol; fetched again when the bars of a listed stock have changed. */
export function useFigures(items: readonly WatchListItem[], isEnabled: boolean) {
  const { data, error, refetch } = trpc.stocks.figures.useQuery(undefined, { enabled: isEnabled });
  const version = useMemo(
    () => items.map(({ stock }) => `${stock.id} ${stock.data_end_date} ${stock.last_close}`).join(),
    [items],
  );
  const fetched = useRef(version);
  useEffect(() => {
    if (fetched.current === version) return;
    fetched.current = version;
    if (isEnabled) void refetch();
  }, [version, isEnabled, refetch]);
  const figures = useMemo(() => new Map(data?.stocks.map((stock) => [stock.symbol, stock])), [data]);
  return { figures, error, refetch };
}

/** The symbols before and after a stock on the list as the user last saw it; null at its ends. */
export function useNeighbours(symbol: string): { previous: string | null; next: string | null } {
  const { items } = useWatchList();
  const [{ filter, search, order }] = useRememberedView();
  const { figures } = useFigures(items ?? [], needsFigures(sortKeyOf(order) ?? ''));
  return useMemo(() => {
    const arranged = arrangeStocks(items ?? [], { filter, search, order, among: null, figures });
    // A stock that the list hides has neighbours among all.
    const isHidden = !arranged.some(({ stock }) => stock.symbol === symbol);
    const symbols = (isHidden ? (items ?? []) : arranged).map(({ stock }) => stock.symbol);
    const index = symbols.indexOf(symbol);
    return { previous: symbols[index - 1] ?? null, next: index < 0 ? null : (symbols[index + 1] ?? null) };
  }, [items, filter, search, order, figures, symbol]);
}

/** One stock of the watch list; its item in the cached list is the placeholder until the response arrives. */
export function useStock(symbol: string) {
  const utils = trpc.useUtils();
  const { data, error } = trpc.stocks.get.useQuery(
    { symbol },
    {
      placeholderData: () => utils.stocks.list.getData()?.stocks.find(({ stock }) => stock.symbol === symbol),
    },
  );
  const { switches } = usePendingChanges();
  const item = useMemo(() => data && withSwitches(data, switches), [data, switches]);
  return { item, error };
}

export const suggestionsStaleMs = 300_000;

/** The search starts after this pause in typing, so that not every key press sends a request. */
const debounceMs = 250;

/** Stocks that a search finds; the previous ones stay until new ones are loaded. */
export function useSuggestions(query: string) {
  const q = useDebounced(query, debounceMs);
  return trpc.stocks.search.useQuery(
    { q },
    { enabled: q !== '', placeholderData: keepPreviousData, staleTime: suggestionsStaleMs, retry: false },
  );
}

/** How often the watch list is fetched again during trading hours. */
const refetchIntervalMs = 60_000;

/** The whole watch list, newest first, with pending changes applied. */
export function useWatchList() {
  const { data, error, isPending, refetch } = trpc.stocks.list.useQuery(undefined, {
    refetchInterval: () => (isMarketOpen(new Date()) ? refetchIntervalMs : false),
  });
  const changes = usePendingChanges();
  const items = useMemo(() => data && withChanges(data.stocks, changes), [data, changes]);
  return { items, error, isPending, refetch };
}
