import type { WatchListItem } from '@stockbook/api/schemas';
import { useMemo } from 'react';
import { useLists } from '#lib/api/lists.ts';
import { useFigures, useWatchList } from '../../api/watch-list.ts';
import { useSortingQuotes } from '../../quotes/sorting-quotes.ts';
import { useOwnValues } from '../api.ts';
import { needsFigures, needsPositions } from '../table/table-columns.ts';
import { arrangeStocks, sortKeyOf, stocksOfList } from './arrange-stocks.ts';
import { addressOf, type ListView } from './list-view.ts';
import { useRememberedView } from './use-list-view.ts';

const noItems: WatchListItem[] = [];

/** The stocks of the list as the user last saw it, without the filter by a rule. */
export function useRememberedList() {
  const { items: all } = useWatchList();
  const { lists } = useLists();
  const [view, remember] = useRememberedView();
  const { filter, search, order, layout, isGrouped: isTableGrouped } = view;
  const shownList = lists?.find(({ id }) => id === view.list);
  const items = useMemo(
    () => (all && shownList ? stocksOfList(all, shownList.symbols) : all),
    [all, shownList],
  );
  const isGrouped = layout === 'table' && isTableGrouped;
  const sortKey = sortKeyOf(order) ?? '';
  const { figures } = useFigures(items ?? noItems, needsFigures(sortKey), needsPositions(sortKey));
  // Only if the page of the list has loaded them: calculating them takes seconds.
  const own = useOwnValues(items ?? noItems, view.own, false);
  const quotes = useSortingQuotes(`${order} ${filter} ${search}`, false);
  const arranged = useMemo(
    () =>
      arrangeStocks(items ?? noItems, {
        filter,
        search,
        order,
        among: null,
        figures,
        own: own.values,
        quotes,
        isGrouped,
      }),
    [items, filter, search, order, figures, own.values, quotes, isGrouped],
  );
  return {
    /** The stocks of the list on show, or all; undefined until they are loaded. */
    items,
    arranged,
    view,
    lists,
    /** The id of the list on show; null for all stocks. */
    listId: shownList?.id ?? null,
    setView: (change: Partial<ListView>) => remember(addressOf({ ...view, ...change })),
  };
}
