import type { CalculatedIndicator } from '@stockbook/api/schemas';
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useApiClient } from '../../../lib/api/trpc.ts';

type IndicatorData = CalculatedIndicator['data'];

function combineValues(queries: readonly UseQueryResult<IndicatorData>[]) {
  const failed = queries.filter(({ error }) => error !== null);
  return {
    /** In the order of the indicators; undefined while loading. */
    values: queries.map(({ data }) => data),
    isLoading: queries.some(({ isPending }) => isPending),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

/**
 * The values of calculated indicators. `calculated_at` is part of the query key, so values are fetched once per
 * calculation; earlier values are the placeholder.
 */
export function useIndicatorValues(symbol: string, indicators: readonly CalculatedIndicator[]) {
  const queryClient = useQueryClient();
  const client = useApiClient();
  return useQueries({
    queries: indicators.map(({ id, calculated_at }) => ({
      queryKey: ['indicator values', symbol, id, calculated_at],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<IndicatorData> => {
        const found = await client.indicators.forStock.query({ symbol, ids: [id] }, { signal });
        return found.indicators.find((indicator) => indicator.id === id)?.data ?? [];
      },
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: () =>
        queryClient
          .getQueriesData<IndicatorData>({ queryKey: ['indicator values', symbol, id] })
          .findLast(([, data]) => data !== undefined)?.[1],
    })),
    combine: combineValues,
  });
}
