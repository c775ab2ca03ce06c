import { useNavigate, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { StockListHandle } from './stock-list-handle.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import type { ShownStocks } from './use-shown-stocks.ts';

/** The focus of the page: it moves between the stocks and the search, and stays when a stock leaves. */
export function useListFocus({ shown, symbols, search, setSearch, writeSearch }: ShownStocks) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const list = useRef<StockListHandle>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const showAllButton = useRef<HTMLButtonElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  /** Whether the button that has the focus leaves when the stocks show. */
  const isShowingAll = useRef(false);

  const onFocus = useKeptFocus(
    symbols,
    (index) => list.current?.focus(index),
    () => (showAllButton.current ?? addButton.current)?.focus(),
  );
  useLayoutEffect(() => {
    if (!isShowingAll.current || shown.length === 0) return;
    isShowingAll.current = false;
    list.current?.focus(0);
  });

  return {
    list,
    addButton,
    showAllButton,
    searchField,
    onFocus,
    /** Call before the button that shows all stocks leaves: the first stock then gets the focus. */
    keepWhenShowingAll: () => {
      isShowingAll.current = true;
    },
    onSearchKey: (event: KeyboardEvent<HTMLInputElement>) => {
      const first = shown[0];
      if (event.key === 'Escape' && search !== '') {
        event.preventDefault();
        setSearch('');
      } else if (event.key === 'Enter' && first) {
        writeSearch();
        // So that the way back leads to this search: the history merges the changes of one event.
        history.flush();
        void navigate({ to: '/stocks/$symbol', params: { symbol: first.stock.symbol } });
      } else if (event.key === 'ArrowDown' && list.current?.focus(0)) {
        event.preventDefault();
      }
    },
  };
}
