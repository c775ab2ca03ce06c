import { useQuery } from '@tanstack/react-query';
import { useApiClient } from '../../../lib/api/trpc.ts';
import type { StockResult } from './types.ts';

/**
 * Whether any stock of a run paid a dividend during it; undefined while that is loading. Asks for one stock after the
 * other, until one did.
 */
export function usePaysDividends(results: readonly StockResult[], isEnabled: boolean): boolean | undefined {
  const client = useApiClient();
  const runs = results.map(({ symbol, start, end }) => ({ symbol, start, end }));
  const { data, isLoading } = useQuery({
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
  return isLoading ? undefined : (data ?? false);
}
