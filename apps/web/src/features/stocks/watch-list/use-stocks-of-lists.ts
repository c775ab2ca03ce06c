import type { WatchListItem } from '@stockbook/api/schemas';
import { type DragEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { useShortcuts } from '#hooks/use-shortcuts.ts';
import { useIsOffline } from '#lib/session/session-context.ts';
import type { ListsOfPage } from './list-parts.ts';
import type { StockListHandle } from './stock-list-handle.ts';
import type { ShownStocks } from './use-shown-stocks.ts';

/** Opens the menu of a stock beside an element. */
export type OnStockMenu = (anchor: HTMLElement, item: WatchListItem) => void;

function symbolAt(target: EventTarget): string | null {
  if (!(target instanceof Element)) return null;
  const part = target.closest<HTMLElement>('[data-stock], [data-symbol]');
  return part?.dataset.stock ?? part?.dataset.symbol ?? null;
}

/** The user's lists for rows, keys and drags. */
export function useStocksOfLists(
  lists: ListsOfPage,
  { view, setView, symbols }: ShownStocks,
  list: RefObject<StockListHandle | null>,
) {
  const isOffline = useIsOffline();
  const isGrouped = view.layout === 'table' && view.isGrouped;
  const isOwnOrder = lists.shown !== null && view.order === 'added' && !isGrouped && view.layout !== 'map';
  const order = isOwnOrder ? symbols : null;
  const latest = useRef({ lists, order });
  useEffect(() => {
    latest.current = { lists, order };
  });
  const show = useCallback((id: string | null) => setView({ list: id }), [setView]);

  /** The selected stocks, if a stock is one of them or none is given; else the stock alone. */
  function chosenWith(symbol: string | null): readonly string[] {
    const selected = list.current?.selection?.selected() ?? [];
    if (symbol === null) return selected;
    return selected.includes(symbol) ? selected : [symbol];
  }

  function openForChosen(): boolean {
    const focused = list.current?.focused() ?? null;
    const selected = chosenWith(null);
    const stocks = selected.length > 0 ? selected : chosenWith(focused);
    const anchor =
      focused === null ? document.querySelector<HTMLElement>('[data-bottom-bar]') : document.activeElement;
    if (isOffline || stocks.length === 0 || !(anchor instanceof HTMLElement)) return false;
    lists.openMenu(anchor, stocks, order);
    return true;
  }

  const showNth = (index: number) => () => {
    const id = lists.ids[index];
    if (id !== undefined) show(id);
    return id !== undefined;
  };
  useShortcuts({
    l: openForChosen,
    0: () => {
      setView({ list: null, filter: 'all' });
      return true;
    },
    ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [index + 1, showNth(index)])),
  });

  return {
    show,
    onMenu: useCallback<OnStockMenu>((anchor, { stock }) => {
      latest.current.lists.openMenu(anchor, [stock.symbol], latest.current.order);
    }, []),
    onSelectionMenu: useCallback((anchor: HTMLElement, chosen: readonly string[]) => {
      latest.current.lists.openMenu(anchor, chosen, null);
    }, []),
    onDragStart: (event: DragEvent) => {
      const symbol = symbolAt(event.target);
      if (symbol !== null && !isOffline && lists.ids.length > 0)
        lists.drag(event, chosenWith(symbol), isOwnOrder);
    },
  };
}
