import type { WatchListItem } from '@stockbook/api/schemas';
import { type RefObject, useMemo } from 'react';
import { useShortcuts } from '#hooks/use-shortcuts.ts';
import { isPageFocused } from '#lib/page-focus.ts';
import { useSelection } from '../watch-list/selection/use-selection.ts';

interface RailSelectionOptions {
  rail: RefObject<HTMLElement | null>;
  items: readonly WatchListItem[];
  /** The index of the stock whose page it is; -1 if the list does not show it. */
  current: number;
  /** Gives the focus to a row. */
  focusRow: (index: number) => void;
}

/**
 * The selected rows of the list beside the chart, which are those of the table, and the keys of the table for them.
 * `x` is for the stock of the page while no row has the focus.
 */
export function useRailSelection({ rail, items, current, focusRow }: RailSelectionOptions) {
  const symbols = useMemo(() => items.map(({ stock }) => stock.symbol), [items]);
  const selection = useSelection(symbols);
  const selected = items.filter(({ stock }) => selection.selected.has(stock.symbol));

  const focused = () => {
    const row = rail.current?.contains(document.activeElement)
      ? document.activeElement?.closest<HTMLElement>('li[data-symbol]')
      : null;
    return row ? symbols.indexOf(row.dataset.symbol ?? '') : -1;
  };
  const move = (step: 1 | -1) => (event: KeyboardEvent) => {
    const from = focused();
    const to = from + step;
    if (from < 0 || symbols[to] === undefined) return false;
    focusRow(to);
    if (event.shiftKey) selection.extend(from, to);
    return true;
  };

  useShortcuts({
    x: () => {
      const row = focused();
      const symbol = symbols[row >= 0 ? row : current];
      if (symbol === undefined || (row < 0 && !isPageFocused())) return false;
      selection.toggle(symbol, false);
      return true;
    },
    ArrowDown: move(1),
    ArrowUp: move(-1),
    Escape: () => {
      const isHere = isPageFocused() || rail.current?.contains(document.activeElement);
      if (!isHere || selected.length === 0) return false;
      selection.clear();
      return true;
    },
  });

  return {
    selection,
    selected,
    /** Call when the bar of the selection leaves with the focus, which continues at the row selected last. */
    focusLast: () => focusRow(Math.max(symbols.indexOf(selection.lastToggled() ?? ''), 0)),
  };
}
