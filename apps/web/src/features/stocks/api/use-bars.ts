import type { Bar, Stock } from '@stockbook/api/schemas';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { type ChartRange, rangeStart } from '../chart/chart-range.ts';

const noBars: Bar[] = [];

export interface BarsState {
  readonly bars: readonly Bar[];
  readonly isLoading: boolean;
  /** The bars are still those of the previous range or adjustment. */
  readonly isPrevious: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

export interface BarsRequest {
  readonly range: ChartRange;
  /** Whether prices are adjusted for dividends. */
  readonly isAdjusted: boolean;
}

/**
 * The daily bars of a range that ends at the stock's last bar, oldest first. Sends no request until `stock` is loaded,
 * nor for a stock without a last bar. A failure is logged with `reportError`.
 */
export function useBars(
  symbol: string,
  { range, isAdjusted }: BarsRequest,
  stock: Stock | undefined,
): BarsState {
  const end_date = stock?.data_end_date;
  const query = trpc.stocks.bars.useQuery(
    {
      symbol,
      interval: 'daily',
      ...(end_date ? { start_date: rangeStart(range, end_date), end_date } : {}),
      ...(isAdjusted ? { adjust: 'dividends' } : {}),
    },
    {
      enabled: Boolean(end_date),
      // Shows the previous bars until the new ones are loaded.
      placeholderData: keepPreviousData,
    },
  );
  const { error } = query;
  useEffect(() => {
    if (error) reportError(error);
  }, [error]);
  return {
    bars: query.data?.data ?? noBars,
    isLoading: !stock || query.isFetching,
    isPrevious: query.isPlaceholderData,
    hasFailed: error !== null,
    retry: query.refetch,
  };
}
