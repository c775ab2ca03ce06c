import type { WatchListItem } from '@stockbook/api/schemas';
import { getMutationKey } from '@trpc/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { usePendingInputs } from '#lib/api/pending-inputs.ts';
import { trpc } from '#lib/api/trpc.ts';

const opensAtHour = 9;
const closesAtHour = 16;

/** Whether a market in the browser's time zone is open at `now`: on weekdays from 09:00 until 16:00. */
export function isMarketOpen(now: Date): boolean {
  const day = now.getDay();
  const hour = now.getHours();
  return day >= 1 && day <= 5 && hour >= opensAtHour && hour < closesAtHour;
}

/** The switches of a stock that are changed optimistically. */
type Switches = Partial<Pick<WatchListItem, 'is_favorite' | 'notify_on_signals'>>;

type PendingChanges = ReturnType<typeof usePendingChanges>;

const updateKey = getMutationKey(trpc.stocks.update);
const removeKey = getMutationKey(trpc.stocks.remove);

/**
 * Optimistic updates as an overlay: pending changes are applied to the cached data on rendering, not written to the
 * cache. A refetch cannot undo them, and a failed change needs no rollback.
 */
export function usePendingChanges() {
  const updates = usePendingInputs<{ symbol: string } & Switches>(updateKey);
  const removals = usePendingInputs<{ symbol: string }>(removeKey);
  return useMemo(
    () => ({
      switches: mergeSwitches(updates),
      removed: new Set(removals.map(({ symbol }) => symbol)),
    }),
    [updates, removals],
  );
}

function mergeSwitches(updates: readonly ({ symbol: string } & Switches)[]): ReadonlyMap<string, Switches> {
  const merged = new Map<string, Switches>();
  for (const { symbol, is_favorite, notify_on_signals } of updates) {
    merged.set(symbol, {
      ...merged.get(symbol),
      ...(is_favorite === undefined ? {} : { is_favorite }),
      ...(notify_on_signals === undefined ? {} : { notify_on_signals }),
    });
  }
  return merged;
}

export function withSwitches(item: WatchListItem, switches: PendingChanges['switches']): WatchListItem {
  const changed = switches.get(item.stock.symbol);
  return changed ? { ...item, ...changed } : item;
}

/** The items with all pending changes applied. */
function withChanges(
  items: readonly WatchListItem[],
  { switches, removed }: PendingChanges,
): WatchListItem[] {
  return items.filter(({ stock }) => !removed.has(stock.symbol)).map((item) => withSwitches(item, switches));
}

/** How often the watch list is fetched again during trading hours. */
const refetchIntervalMs = 60_000;

/** The whole watch list, newest first, with pending changes applied. */
export function useWatchList() {
  const { data, error, isPending, refetch } = trpc.stocks.list.useQuery(undefined, {
    refetchInterval: () => (isMarketOpen(new Date()) ? refetchIntervalMs : false),
  });
  const changes = usePendingChanges();
  const items = useMemo(() => data && withChanges(data.stocks, changes), [data, changes]);
  return { items, error, isPending, refetch };
}

/** The positions in all portfolios together, by symbol. */
function usePositions(isEnabled: boolean) {
  const { data, isLoading } = trpc.portfolios.overview.useQuery({}, { enabled: isEnabled });
  const positions = useMemo(
    () =>
      new Map(
        data?.holdings.map(({ symbol, quantity, gain }) => [
          symbol,
          { held: { quantity, gain, currency: data.currency } },
        ]),
      ),
    [data],
  );
  return { positions, isLoading };
}

/**
 * The figures of the last year, by symbol, on request with the positions of the user; fetched again when the bars of a
 * listed stock have changed.
 */
export function useFigures(items: readonly WatchListItem[], isEnabled: boolean, hasPositions: boolean) {
  const { positions, isLoading: arePositionsLoading } = usePositions(hasPositions);
  const { data, error, isLoading, refetch } = trpc.stocks.figures.useQuery(undefined, { enabled: isEnabled });
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
  const figures = useMemo(() => {
    const symbols = [...(data?.stocks.map(({ symbol }) => symbol) ?? []), ...positions.keys()];
    const bySymbol = new Map(data?.stocks.map((stock) => [stock.symbol, stock]));
    return new Map(symbols.map((symbol) => [symbol, { ...bySymbol.get(symbol), ...positions.get(symbol) }]));
  }, [data, positions]);
  return { figures, error, isLoading: isLoading || arePositionsLoading, refetch };
}
