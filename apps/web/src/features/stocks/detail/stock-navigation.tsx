import type { WatchListItem } from '@stockbook/api/schemas';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react';
import { IconButton } from '#components/ui/button.tsx';
import { useShortcuts } from '#hooks/use-shortcuts.ts';
import { useNeighbours } from '../api/use-neighbours.ts';
import { useListActions } from '../watch-list/use-list-actions.ts';

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
