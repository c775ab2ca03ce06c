import type { Stock, StudyColumns } from '@stockbook/api/schemas';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type BarColumns, noBars } from '#components/chart/bar-columns.ts';
import { trpc } from '#lib/api/trpc.ts';
import { useIsOffline } from '#lib/session/session-context.ts';
import type { ChartView } from '../chart/view/chart-view.ts';
import { usePendingChanges, withSwitches } from './watch-list.ts';

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

/** The splits and dividends of a stock. Offline there are none, as no device keeps them. A failure is logged. */
export function useActions(symbol: string, isEnabled: boolean) {
  const isOffline = useIsOffline();
  const { data, error, isLoading } = trpc.stocks.actions.useQuery(
    { symbol },
    { enabled: isEnabled && !isOffline },
  );
  useEffect(() => {
    if (error) reportError(error);
  }, [error]);
  return { loaded: data, isLoading };
}

const noStudies: readonly StudyColumns[] = [];

export type BarsState = ReturnType<typeof useBars>;

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

/** @returns a function that loads the bars of a view before it is shown */
export function useLoadBars(symbol: string, isAdjusted: boolean, ids: readonly string[]) {
  const { stocks } = trpc.useUtils();
  return (view: ChartView) => stocks.chart.fetch(barsInput(symbol, view, isAdjusted, ids));
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
) {
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
    bars: (data ?? noBars) satisfies BarColumns,
    interval: data?.interval ?? view.interval,
    studies: data?.studies ?? noStudies,
    isLoading: !stock || query.isFetching,
    /** Whether the bars are still those of the previous range or adjustment. */
    isPrevious: query.isPlaceholderData,
    hasFailed: error !== null,
    retry: query.refetch,
  };
}
