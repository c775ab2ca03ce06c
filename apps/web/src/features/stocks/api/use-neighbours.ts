import { useMemo } from 'react';
import { needsFigures } from '../watch-list/table/table-columns.ts';
import { arrangeStocks, sortKeyOf } from '../watch-list/view/arrange-stocks.ts';
import { useRememberedView } from '../watch-list/view/use-list-view.ts';
import { useFigures } from './use-figures.ts';
import { useWatchList } from './watch-list/use-watch-list.ts';

/** The symbols before and after a stock on the list as the user last saw it; null at its ends. */
export function useNeighbours(symbol: string): { previous: string | null; next: string | null } {
  const { items } = useWatchList();
  const [{ filter, search, order }] = useRememberedView();
  const { figures } = useFigures(items ?? [], needsFigures(sortKeyOf(order) ?? ''));
  return useMemo(() => {
    const arranged = arrangeStocks(items ?? [], { filter, search, order, among: null, figures });
    // A stock that the list hides has neighbours among all.
    const isHidden = !arranged.some(({ stock }) => stock.symbol === symbol);
    const symbols = (isHidden ? (items ?? []) : arranged).map(({ stock }) => stock.symbol);
    const index = symbols.indexOf(symbol);
    return { previous: symbols[index - 1] ?? null, next: index < 0 ? null : (symbols[index + 1] ?? null) };
  }, [items, filter, search, order, figures, symbol]);
}
