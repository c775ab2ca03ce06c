import type { WatchListItem } from '@stockbook/api/schemas';
import { useMutationState } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { useMemo } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';

/** Changes whose requests are pending. */
export interface PendingChanges {
  /** The requested `is_favorite`, by symbol. */
  readonly favorites: ReadonlyMap<string, boolean>;
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
  const updates = usePendingInputs<{ symbol: string; is_favorite?: boolean }>(updateKey);
  const removals = usePendingInputs<{ symbol: string }>(removeKey);
  return useMemo(
    () => ({
      favorites: new Map(
        updates.flatMap<[string, boolean]>(({ symbol, is_favorite }) =>
          is_favorite === undefined ? [] : [[symbol, is_favorite]],
        ),
      ),
      removed: new Set(removals.map(({ symbol }) => symbol)),
    }),
    [updates, removals],
  );
}

/** The item with its pending favourite applied. */
export function withFavorite(item: WatchListItem, favorites: PendingChanges['favorites']): WatchListItem {
  const is_favorite = favorites.get(item.stock.symbol) ?? item.is_favorite;
  return is_favorite === item.is_favorite ? item : { ...item, is_favorite };
}

/** The items with all pending changes applied. */
export function withChanges(
  items: readonly WatchListItem[],
  { favorites, removed }: PendingChanges,
): WatchListItem[] {
  return items.filter(({ stock }) => !removed.has(stock.symbol)).map((item) => withFavorite(item, favorites));
}
