import type { WatchListItem } from '@stockbook/api/schemas';
import { type Ref, useImperativeHandle } from 'react';
import type { WindowRows } from './use-window-rows.ts';

export interface StockListHandle {
  /** The symbol whose link has the focus, or null. */
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
): void {
  useImperativeHandle(ref, () => ({
    columns,
    focused: () => document.activeElement?.closest<HTMLElement>('[data-stock]')?.dataset.stock ?? null,
    focus: (index) => {
      const item = items[index];
      if (!item) return false;
      focusRow(Math.floor(index / columns), (list) => stockLink(list, item));
      return true;
    },
  }));
}
