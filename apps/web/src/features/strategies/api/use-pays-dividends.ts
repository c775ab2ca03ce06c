import { useQuery } from '@tanstack/react-query';
import { useApiClient } from '#lib/api/trpc.ts';
import type { StockResult } from './types.ts';

/**
 * Whether any stock of a run paid a dividend during it; undefined while that is loading, null if it could not be
 * loaded. Requests the dividends of one stock after the other, until one paid some.
 */
export function usePaysDividends(
  results: readonly StockResult[],
  isEnabled: boolean,
): boolean | null | undefined {
  const client = useApiClient();
  const runs = results.map(({ symbol, start, end }) => ({ symbol, start, end }));
  const { data, error, isLoading } = useQuery({
    queryKey: ['pays dividends', runs],
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      for (const { symbol, start, end } of runs) {
        const { dividends } = await client.stocks.actions.query({ symbol }, { signal });
        if (dividends.some(({ ex_date }) => ex_date > start && ex_date <= end)) return true;
      }
      return false;
    },
  });
  if (error) return null;
  return isLoading ? undefined : (data ?? false);
}
