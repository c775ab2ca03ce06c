import type { WatchListItem } from '@stockbook/api/schemas';
import type { RefObject } from 'react';
import { useShortcuts } from '#hooks/use-shortcuts.ts';
import { isPageFocused } from '#lib/page-focus.ts';
import { useIsOffline } from '#lib/session/session-context.ts';
import type { StockListHandle } from './stock-list-handle.ts';

interface ListShortcutsOptions {
  items: readonly WatchListItem[];
  list: RefObject<StockListHandle | null>;
  search: RefObject<HTMLInputElement | null>;
  onAdd: () => void;
  onToggleFavorite: (item: WatchListItem) => void;
}

/** The shortcuts of the watch list. Enter needs no handler: the focused stock is a link. */
export function useListShortcuts({
  items,
  list,
  search,
  onAdd,
  onToggleFavorite,
}: ListShortcutsOptions): void {
  const isOffline = useIsOffline();
  const focusedIndex = () => {
    const symbol = list.current?.focused();
    return symbol ? items.findIndex(({ stock }) => stock.symbol === symbol) : -1;
  };

  /** Moves from the focused stock to its neighbour, or to the first stock if nothing has the focus. */
  const move = (step: (columns: number) => number) => () => {
    const handle = list.current;
    if (!handle) return false;
    const from = focusedIndex();
    if (from >= 0) return handle.focus(from + step(handle.columns));
    return isPageFocused() && handle.focus(0);
  };
  /** With Shift, selects the rows on the way. */
  const moveOrSelect = (step: 1 | -1) => (event: KeyboardEvent) => {
    const handle = list.current;
    const from = focusedIndex();
    if (!event.shiftKey || !handle?.selection || from < 0) return move((columns) => step * columns)();
    if (!handle.focus(from + step)) return false;
    handle.selection.extend(from, from + step);
    return true;
  };
  const moveInGrid = (step: 1 | -1) => () => {
    return (list.current?.columns ?? 1) > 1 && focusedIndex() >= 0 && move(() => step)();
  };

  useShortcuts({
    '/': () => {
      search.current?.focus();
      return true;
    },
    a: () => {
      if (!isOffline) onAdd();
      return true;
    },
    f: () => {
      const item = items[focusedIndex()];
      if (item && !isOffline) onToggleFavorite(item);
      return item !== undefined;
    },
    x: () => {
      const index = focusedIndex();
      if (index >= 0) list.current?.selection?.toggle(index);
      return index >= 0 && list.current?.selection != null;
    },
    Escape: () => list.current?.selection?.clear() ?? false,
    j: move(() => 1),
    k: move(() => -1),
    ArrowDown: moveOrSelect(1),
    ArrowUp: moveOrSelect(-1),
    ArrowRight: moveInGrid(1),
    ArrowLeft: moveInGrid(-1),
  });
}
