import { useCallback, useMemo } from 'react';
import { useSelectedStocks } from './selected-stocks.ts';

export type Selection = ReturnType<typeof useSelection>;

/** The selected rows among the shown ones. A row that a filter hides is selected again when it is shown again. */
export function useSelection(symbols: readonly string[]) {
  const { store, chosen } = useSelectedStocks();
  const selected: ReadonlySet<string> = useMemo(
    () => new Set(symbols.filter((symbol) => chosen.has(symbol))),
    [symbols, chosen],
  );

  /** Selects or deselects a row; with Shift, all rows from the one that was clicked last. */
  const toggle = useCallback(
    (symbol: string, isRange: boolean) => {
      const to = symbols.indexOf(symbol);
      const from = isRange && store.last !== null ? symbols.indexOf(store.last) : to;
      store.last = symbol;
      const range = symbols.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1);
      const next = new Set(store.get());
      const isSelecting = !next.has(symbol);
      for (const each of range) {
        if (isSelecting) next.add(each);
        else next.delete(each);
      }
      store.set(next);
    },
    [symbols, store],
  );
  /** Selects from the row that was clicked last, if it is selected, or else from `from`, to `to`. */
  const extend = (from: number, to: number) => {
    const anchor = selected.has(store.last ?? '') ? symbols.indexOf(store.last ?? '') : from;
    store.last = symbols[anchor] ?? null;
    const span = (end: number) => symbols.slice(Math.min(anchor, end), Math.max(anchor, end) + 1);
    const next = new Set(store.get());
    for (const symbol of span(from)) next.delete(symbol);
    for (const symbol of span(to)) next.add(symbol);
    store.set(next);
  };
  const clear = useCallback(() => store.set(new Set()), [store]);
  const toggleAll = () => {
    store.last = null;
    store.set(new Set(selected.size === symbols.length ? [] : symbols));
  };
  return { selected, toggle, extend, toggleAll, clear, lastToggled: () => store.last };
}
