import { useCallback, useMemo, useRef, useState } from 'react';

export type Selection = ReturnType<typeof useSelection>;

/** The selected rows among the shown ones. A row that a filter hides is selected again when it is shown again. */
export function useSelection(symbols: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const selected: ReadonlySet<string> = useMemo(
    () => new Set(symbols.filter((symbol) => chosen.has(symbol))),
    [symbols, chosen],
  );

  /** Selects or deselects a row; with Shift, all rows from the one that was clicked last. */
  const toggle = useCallback(
    (symbol: string, isRange: boolean) => {
      const to = symbols.indexOf(symbol);
      const from = isRange && last.current !== null ? symbols.indexOf(last.current) : to;
      last.current = symbol;
      const range = symbols.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1);
      setChosen((current) => {
        const next = new Set(current);
        const isSelecting = !current.has(symbol);
        for (const each of range) {
          if (isSelecting) next.add(each);
          else next.delete(each);
        }
        return next;
      });
    },
    [symbols],
  );
  /** Selects from the row that was clicked last, if it is selected, or else from `from`, to `to`. */
  const extend = (from: number, to: number) => {
    const anchor = selected.has(last.current ?? '') ? symbols.indexOf(last.current ?? '') : from;
    last.current = symbols[anchor] ?? null;
    const span = (end: number) => symbols.slice(Math.min(anchor, end), Math.max(anchor, end) + 1);
    setChosen((current) => {
      const next = new Set(current);
      for (const symbol of span(from)) next.delete(symbol);
      for (const symbol of span(to)) next.add(symbol);
      return next;
    });
  };
  const clear = useCallback(() => setChosen(new Set()), []);
  const toggleAll = () => {
    last.current = null;
    setChosen(new Set(selected.size === symbols.length ? [] : symbols));
  };
  return { selected, toggle, extend, toggleAll, clear, lastToggled: () => last.current };
}
