import type { DragEvent, ReactNode } from 'react';

/** A filter of the list that another feature provides. */
export interface MatchingFilter {
  /** The first day since which each matching stock has matched, by symbol; null to show all stocks. */
  readonly since: ReadonlyMap<string, string> | null;
  readonly select: ReactNode;
  /** Shown below the toolbar. `stockCount` is the number of stocks on the list. */
  readonly renderPanel: (stockCount: number) => ReactNode;
  readonly clear: () => void;
}

/** The user's lists, which another feature provides. */
export interface ListsOfPage {
  /** The list on show; null for all stocks. */
  readonly shown: { readonly id: string; readonly name: string; readonly symbols: readonly string[] } | null;
  /** Whether it is not known yet which list is on show. */
  readonly isPending: boolean;
  /** Whether there are lists, as far as the browser knows; null until it knows. */
  readonly hasLists: boolean | null;
  readonly ids: readonly string[];
  /** The lists to choose from; `onShow` receives the id of the chosen one, or null for all stocks. */
  readonly chips: (onShow: (id: string | null) => void) => ReactNode;
  readonly notices: ReactNode;
  /** The menus and dialogs over the page. */
  readonly parts: (onShow: (id: string | null) => void) => ReactNode;
  /**
   * Opens the menu of lists for stocks.
   * @param order the shown stocks in the order of the list on show; null in another order
   */
  readonly openMenu: (
    anchor: HTMLElement,
    symbols: readonly string[],
    order: readonly string[] | null,
  ) => void;
  /** Add stocks to the list on show, and remove them from it. */
  readonly add: (symbols: readonly string[]) => void;
  readonly remove: (symbols: readonly string[]) => void;
  /** Begins to drag stocks; `canMove` says whether they can be dropped between rows. */
  readonly drag: (event: DragEvent, symbols: readonly string[], canMove: boolean) => void;
}
