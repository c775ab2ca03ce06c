import type { WatchListItem } from '@stockbook/api/schemas';
import { useMemo } from 'react';
import { useFigures, useWatchList } from '../api/watch-list.ts';
import { useSortingQuotes } from '../quotes/sorting-quotes.ts';
import { useOwnValues } from './api.ts';
import type { MatchingFilter } from './list-parts.ts';
import { needsFigures, needsPositions } from './table/table-columns.ts';
import { arrangeStocks, sortKeyOf, stocksOfList } from './view/arrange-stocks.ts';
import type { ListAddress } from './view/list-view.ts';
import { isOwnKey } from './view/own-columns.ts';
import { useListView } from './view/use-list-view.ts';

const noItems: WatchListItem[] = [];

interface ShownStocksOptions {
  readonly address: ListAddress;
  readonly onAddress: (address: ListAddress) => void;
}

/** The list as the view of its address arranges it. */
export function useShownStocks(
  { address, onAddress }: ShownStocksOptions,
  since: MatchingFilter['since'],
  symbolsOfList: readonly string[] | null,
) {
  const list = useWatchList();
  const { view, setView, search, setSearch, writeSearch } = useListView(address, onAddress);
  const { layout, filter, order } = view;
  const all = list.items ?? noItems;
  const items = useMemo(
    () => (symbolsOfList === null ? all : stocksOfList(all, symbolsOfList)),
    [all, symbolsOfList],
  );
  const sortKey = sortKeyOf(order) ?? '';
  const isTable = layout === 'table';
  const isGrouped = isTable && view.isGrouped;
  const own = useOwnValues(items, view.own, isTable || isOwnKey(sortKey));
  const figures = useFigures(
    items,
    isTable || needsFigures(sortKey),
    needsPositions(sortKey) || (isTable && view.columns.some(needsPositions)),
  );
  const isOrderLoading =
    ((needsFigures(sortKey) || needsPositions(sortKey)) && figures.isLoading) ||
    (isOwnKey(sortKey) && own.isLoading);
  const quotes = useSortingQuotes(`${order} ${filter} ${search}`, true);
  const shown = useMemo(
    () =>
      arrangeStocks(items, {
        filter,
        search,
        order,
        among: since,
        figures: figures.figures,
        own: own.values,
        quotes,
        isGrouped,
      }),
    [items, filter, search, order, since, figures.figures, own.values, quotes, isGrouped],
  );
  return {
    list,
    /** The stocks of the list on show, or of the whole watch list. */
    items,
    figures,
    own,
    shown,
    /** Whether the values by which the stocks are sorted are not there yet. */
    isOrderLoading,
    symbols: useMemo(() => shown.map(({ stock }) => stock.symbol), [shown]),
    isAllSimulated: items.length > 0 && items.every(({ stock }) => stock.data_source === 'simulated'),
    view,
    setView,
    search,
    setSearch,
    writeSearch,
  };
}

export type ShownStocks = ReturnType<typeof useShownStocks>;
