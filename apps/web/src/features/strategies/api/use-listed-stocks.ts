import type { Stock } from '@stockbook/api/schemas';
import { useMemo } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';

/** The stocks of the watch list by symbol; empty until they are loaded. */
export function useListedStocks(): ReadonlyMap<string, Stock> {
  const { data } = trpc.stocks.list.useQuery();
  return useMemo(() => new Map(data?.stocks.map(({ stock }) => [stock.symbol, stock])), [data]);
}
