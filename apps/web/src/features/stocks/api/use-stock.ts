import { useMemo } from 'react';
import { trpc } from '#lib/api/trpc.ts';
import { usePendingChanges, withSwitches } from './watch-list/pending-changes.ts';

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
