import type { WatchListItem } from '@stockbook/api/schemas';
import { useMutationState } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { useMemo } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';

/** What the visitor has asked for and the server has not answered yet. */
export interface PendingChanges {
  /** By symbol, what the star is to be. */
  readonly favorites: ReadonlyMap<string, boolean>;
  /** The symbols that are to leave the list. */
  readonly removed: ReadonlySet<string>;
}

/** The inputs of a procedure's calls under way, oldest first. */
function usePendingInputs<Input>(mutationKey: readonly unknown[]): Input[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Input,
  });
}

const updateKey = getMutationKey(trpc.stocks.update);
const removeKey = getMutationKey(trpc.stocks.remove);

/**
 * Changes under way are shown over what the server last told, not written into it: whatever is fetched meanwhile, the
 * page shows what was asked for, and once a change is refused, what is true.
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

/** An item with the star that was asked for. */
export function withFavorite(item: WatchListItem, favorites: PendingChanges['favorites']): WatchListItem {
  const is_favorite = favorites.get(item.stock.symbol) ?? item.is_favorite;
  return is_favorite === item.is_favorite ? item : { ...item, is_favorite };
}

/** The items of a list as they were asked to be. */
export function withChanges(
  items: readonly WatchListItem[],
  { favorites, removed }: PendingChanges,
): WatchListItem[] {
  return items.filter(({ stock }) => !removed.has(stock.symbol)).map((item) => withFavorite(item, favorites));
}
