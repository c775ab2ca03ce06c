import type { CalculatedIndicator } from '@stockbook/api/schemas';
import { serverStatus } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';

const noIndicators: CalculatedIndicator[] = [];

/** The calculated indicators of a stock without values, newest first; none for a stock that is not tracked (404). */
export function useCalculatedIndicators(symbol: string, isEnabled: boolean) {
  const query = trpc.indicators.forStock.useQuery({ symbol, data: false }, { enabled: isEnabled });
  const isNotTracked = serverStatus(query.error) === 404;
  return {
    indicators: query.data?.indicators ?? noIndicators,
    isLoading: query.isPending && !isNotTracked,
    error: isNotTracked ? null : query.error,
    retry: query.refetch,
  };
}
