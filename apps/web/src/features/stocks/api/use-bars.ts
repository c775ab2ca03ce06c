import type { Stock } from '@stockbook/api/schemas';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type BarColumns, columnsOf, noBars } from '../../../components/chart/bar-columns.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import type { ChartView } from '../chart/view/chart-view.ts';

export interface BarsState {
  readonly bars: BarColumns;
  readonly isLoading: boolean;
  /** The bars are still those of the previous range or adjustment. */
  readonly isPrevious: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/**
 * The bars of a view. Sends no request until `stock` is loaded, nor for a stock without a last bar. A failure is logged
 * with `reportError`.
 * @param isAdjusted whether prices are adjusted for dividends
 */
export function useBars(
  symbol: string,
  { start, end, interval }: ChartView,
  isAdjusted: boolean,
  stock: Stock | undefined,
): BarsState {
  const hasBars = Boolean(stock?.data_end_date);
  const query = trpc.stocks.bars.useQuery(
    {
      symbol,
      interval,
      ...(start && end ? { start_date: start, end_date: end } : {}),
      ...(isAdjusted ? { adjust: 'dividends' } : {}),
    },
    {
      enabled: hasBars,
      // Shows the previous bars until the new ones are loaded.
      placeholderData: keepPreviousData,
    },
  );
  const rows = query.data?.data;
  const bars = useMemo(() => (rows && rows.length > 0 ? columnsOf(rows) : noBars), [rows]);
  const { error } = query;
  useEffect(() => {
    if (error) reportError(error);
  }, [error]);
  return {
    bars,
    isLoading: !stock || query.isFetching,
    isPrevious: query.isPlaceholderData,
    hasFailed: error !== null,
    retry: query.refetch,
  };
}
