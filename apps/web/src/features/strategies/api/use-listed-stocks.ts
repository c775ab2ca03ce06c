import type { Stock } from '@stockbook/api/schemas';
import { useMemo } from 'react';
import { trpc } from '#lib/api/trpc.ts';

interface ListedStocks {
  /** By symbol; none while they are loading, and if that failed. */
  readonly stocks: ReadonlyMap<string, Stock>;
  readonly isLoading: boolean;
}

/** The stocks of the watch list. */
export function useListedStocks(): ListedStocks {
  const { data, isLoading } = trpc.stocks.list.useQuery();
  const stocks = useMemo(() => new Map(data?.stocks.map(({ stock }) => [stock.symbol, stock])), [data]);
  return { stocks, isLoading };
}
