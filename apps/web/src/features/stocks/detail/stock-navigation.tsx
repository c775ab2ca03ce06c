import type { WatchListItem } from '@stockbook/api/schemas';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { IconButton } from '#components/ui/button.tsx';
import { useShortcuts } from '#hooks/use-shortcuts.ts';
import { useFigures, useWatchList } from '../api/watch-list.ts';
import { needsFigures } from '../watch-list/table/table-columns.ts';
import { useListActions } from '../watch-list/use-list-actions.ts';
import { arrangeStocks, sortKeyOf } from '../watch-list/view/arrange-stocks.ts';
import { useRememberedView } from '../watch-list/view/use-list-view.ts';

/** The symbols before and after a stock on the list as the user last saw it; null at its ends. */
function useNeighbours(symbol: string): { previous: string | null; next: string | null } {
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

/** Goes to the stocks before and after this one on the list, or takes this one off it. */
export function StockNavigation({ item }: { item: WatchListItem }) {
  const { previous, next } = useNeighbours(item.stock.symbol);
  const { remove } = useListActions();
  const navigate = useNavigate();
  const open = (symbol: string | null) => {
    if (symbol !== null) void navigate({ to: '/stocks/$symbol', params: { symbol } });
    return symbol !== null;
  };
  useShortcuts({ j: () => open(next), k: () => open(previous) });

  // The page of a stock that has left the list could only say so.
  const stopTracking = () => void remove(item, () => navigate({ to: '/stocks' }));

  return (
    <>
      <IconButton label="Stop tracking" onClick={stopTracking}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      <IconButton label="Previous stock" disabled={previous === null} onClick={() => open(previous)}>
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton label="Next stock" disabled={next === null} onClick={() => open(next)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
    </>
  );
}
