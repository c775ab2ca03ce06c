import type { Stock } from '@stockbook/api/schemas';
import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useMemo } from 'react';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import type { Rules, StockResult } from './types.ts';

/** All strategies of the user, newest first. */
export function useStrategies() {
  return trpc.strategies.list.useQuery();
}

export function useStrategy(strategyId: string) {
  return trpc.strategies.get.useQuery({ strategyId });
}

/** The stocks of the watch list by symbol; none while they are loading, and if that failed. */
export function useListedStocks() {
  const { data, isLoading } = trpc.stocks.list.useQuery();
  const stocks: ReadonlyMap<string, Stock> = useMemo(
    () => new Map(data?.stocks.map(({ stock }) => [stock.symbol, stock])),
    [data],
  );
  return { stocks, isLoading };
}

/** The first day of the current month, `YYYY-MM-01`. */
function monthStart(now: Date): string {
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-01`;
}

/**
 * The number of this month's signals by the id of their strategy; undefined until they are loaded, null if that
 * failed.
 */
export function useMonthSignals(): ReadonlyMap<string, number> | null | undefined {
  const { data, isError } = trpc.signals.list.useQuery({ since: monthStart(new Date()), limit: 1000 });
  return useMemo(() => {
    if (!data) return isError ? null : undefined;
    const counts = new Map<string, number>();
    for (const { strategy_id: id } of data.signals) {
      if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }, [data, isError]);
}

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

const checkKey = getQueryKey(trpc.strategies.check);

/** The numbers of a strategy that a sweep can vary. The call is a mutation for its POST request, but stores nothing. */
export function useRuleNumbers(rules: Rules) {
  const client = useApiClient();
  return useQuery({
    queryKey: [...checkKey, rules],
    queryFn: async ({ signal }) => (await client.strategies.check.mutate({ rules }, { signal })).numbers,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
