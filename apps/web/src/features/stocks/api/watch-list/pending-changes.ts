import type { WatchListItem } from '@stockbook/api/schemas';
import { useMutationState } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { useMemo } from 'react';
import { trpc } from '#lib/api/trpc.ts';

/** The switches of a stock that are changed optimistically. */
type Switches = Partial<Pick<WatchListItem, 'is_favorite' | 'notify_on_signals'>>;

/** Changes whose requests are pending. */
export interface PendingChanges {
  /** The requested switches, by symbol. */
  readonly switches: ReadonlyMap<string, Switches>;
  /** The symbols to be removed from the list. */
  readonly removed: ReadonlySet<string>;
}

/** The inputs of the pending calls of a procedure, oldest first. */
function usePendingInputs<Input>(mutationKey: readonly unknown[]): Input[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Input,
  });
}

const updateKey = getMutationKey(trpc.stocks.update);
const removeKey = getMutationKey(trpc.stocks.remove);

/**
 * Optimistic updates as an overlay: pending changes are applied to the cached data on rendering, not written to the
 * cache. A refetch cannot undo them, and a failed change needs no rollback.
 */
export function usePendingChanges(): PendingChanges {
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

function mergeSwitches(updates: readonly ({ symbol: string } & Switches)[]): PendingChanges['switches'] {
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

/** The item with its pending switches applied. */
export function withSwitches(item: WatchListItem, switches: PendingChanges['switches']): WatchListItem {
  const changed = switches.get(item.stock.symbol);
  return changed ? { ...item, ...changed } : item;
}

/** The items with all pending changes applied. */
export function withChanges(
  items: readonly WatchListItem[],
  { switches, removed }: PendingChanges,
): WatchListItem[] {
  return items.filter(({ stock }) => !removed.has(stock.symbol)).map((item) => withSwitches(item, switches));
}
