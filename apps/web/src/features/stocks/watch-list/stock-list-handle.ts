import type { WatchListItem } from '@stockbook/api/schemas';
import { type Ref, useImperativeHandle } from 'react';
import type { WindowRows } from './use-window-rows.ts';

/** Changes the selected rows of a table by keys. */
export interface SelectionKeys {
  /** The symbols of the selected rows. */
  readonly selected: () => readonly string[];
  readonly toggle: (index: number) => void;
  /** Selects from the row where the selection began, or else `from`, to the row `to`. */
  readonly extend: (from: number, to: number) => void;
  /** Returns false if nothing is selected. */
  readonly clear: () => boolean;
}

export interface StockListHandle {
  /** Null for a list without a selection. */
  readonly selection: SelectionKeys | null;
  /** The symbol whose link, or whose row's checkbox, has the focus, or null. */
  focused: () => string | null;
  /** Focuses the stock at an index; returns false outside of the list. */
  focus: (index: number) => boolean;
  columns: number;
}

function stockLink(list: HTMLElement, { stock }: WatchListItem): HTMLElement | null {
  return list.querySelector<HTMLElement>(`[data-stock="${CSS.escape(stock.symbol)}"]`);
}

/** Lets the page move the focus between the stocks of its list, grid or table. */
export function useStockListHandle(
  ref: Ref<StockListHandle>,
  items: readonly WatchListItem[],
  columns: number,
  focusRow: WindowRows['focusRow'],
  selection: SelectionKeys | null = null,
): void {
  useImperativeHandle(ref, () => ({
    columns,
    selection,
    focused: () => {
      const part = document.activeElement?.closest<HTMLElement>('[data-stock], tr[data-symbol]');
      return part?.dataset.stock ?? part?.dataset.symbol ?? null;
    },
    focus: (index) => {
      const item = items[index];
      if (!item) return false;
      focusRow(Math.floor(index / columns), (list) => stockLink(list, item));
      return true;
    },
  }));
}
