import type { WatchListItem } from '@stockbook/api/schemas';
import { useEffect, useMemo, useRef } from 'react';
import { trpc } from '#lib/api/trpc.ts';

/** The figures of the last year, by symbol; fetched again when the bars of a listed stock have changed. */
export function useFigures(items: readonly WatchListItem[], isEnabled: boolean) {
  const { data, error, refetch } = trpc.stocks.figures.useQuery(undefined, { enabled: isEnabled });
  const version = useMemo(
    () => items.map(({ stock }) => `${stock.id} ${stock.data_end_date} ${stock.last_close}`).join(),
    [items],
  );
  const fetched = useRef(version);
  useEffect(() => {
    if (fetched.current === version) return;
    fetched.current = version;
    if (isEnabled) void refetch();
  }, [version, isEnabled, refetch]);
  const figures = useMemo(() => new Map(data?.stocks.map((stock) => [stock.symbol, stock])), [data]);
  return { figures, error, refetch };
}
