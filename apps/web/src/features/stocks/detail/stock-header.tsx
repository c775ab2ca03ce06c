import type { WatchListItem } from '@stockbook/api/schemas';
import { useNavigate } from '@tanstack/react-router';
import { Bell, ChevronDown, ChevronUp, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { OwnBadge } from '#components/ui/badge.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { useShortcuts } from '#hooks/use-shortcuts.ts';
import { HeaderPrice } from '../quotes/last-price.tsx';
import { useListActions } from '../watch-list/use-list-actions.ts';
import { useRememberedList } from '../watch-list/view/use-remembered-list.ts';
import { DataNotice } from './data-notice.tsx';
import { FavoriteButton } from './favorite-button.tsx';
import { StockBadges } from './stock-badges.tsx';

/** The symbols before and after a stock on the list as the user last saw it; null at its ends. */
function useNeighbours(symbol: string): { previous: string | null; next: string | null } {
  const { items, arranged } = useRememberedList();
  return useMemo(() => {
    // A stock that the list hides has neighbours among all.
    const isHidden = !arranged.some(({ stock }) => stock.symbol === symbol);
    const symbols = (isHidden ? (items ?? []) : arranged).map(({ stock }) => stock.symbol);
    const index = symbols.indexOf(symbol);
    return { previous: symbols[index - 1] ?? null, next: index < 0 ? null : (symbols[index + 1] ?? null) };
  }, [items, arranged, symbol]);
}

/** Goes to the stocks before and after this one on the list, or takes this one off it. */
function StockNavigation({ item }: { item: WatchListItem }) {
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
      <IconButton label="Stop tracking" needsServer onClick={stopTracking}>
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

/** The bell: filled if signals of the stock are sent to the user's channels. */
function NotifyButton({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  return (
    <IconButton label={isOn ? 'Stop notifying' : 'Notify on signals'} needsServer onClick={onToggle}>
      <Bell aria-hidden="true" className={isOn ? 'fill-accent text-accent' : ''} />
    </IconButton>
  );
}

interface StockHeaderProps {
  item: WatchListItem;
  onToggleFavorite: (item: WatchListItem) => void;
  onToggleNotify: (item: WatchListItem) => void;
  /** The menu of the stock's lists. */
  lists: ReactNode;
}

/** Name, price and data status of the stock. */
export function StockHeader({ item, onToggleFavorite, onToggleNotify, lists }: StockHeaderProps) {
  const { stock } = item;
  return (
    <header className="space-y-2">
      <div className="flex flex-wrap items-end justify-between gap-x-6 sm:gap-y-2 low:md:flex-nowrap">
        {/* In landscape, one line beside the price that scrolls, too: the mark of simulated prices is in sight. */}
        <div className="min-w-0 low:md:-my-1 low:md:flex low:md:items-center low:md:gap-x-3 low:md:overflow-x-auto low:md:py-1">
          {/* On a phone, the buttons beside a long symbol scroll: the chart begins at one height for every stock. */}
          <div className="flex flex-wrap items-center gap-x-1.5 max-sm:flex-nowrap low:md:shrink-0 low:md:flex-nowrap">
            <h1 className="text-2xl font-semibold tracking-tight max-sm:max-w-52 max-sm:shrink-0 max-sm:truncate">
              {stock.symbol}
            </h1>
            <OwnBadge symbol={stock.symbol} />
            <div className="flex items-center gap-1.5 pointer-coarse:gap-0 max-sm:-my-1 max-sm:overflow-x-auto max-sm:py-1 max-sm:[&>*]:shrink-0">
              <FavoriteButton isFavorite={item.is_favorite} onToggle={() => onToggleFavorite(item)} />
              <NotifyButton isOn={item.notify_on_signals} onToggle={() => onToggleNotify(item)} />
              {lists}
              <StockNavigation item={item} />
            </div>
          </div>
          {/* In the height of one line of a phone. */}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 max-sm:flex-nowrap low:md:min-w-80 low:md:flex-row-reverse low:md:flex-nowrap low:md:justify-end">
            <p
              title={stock.name}
              className="text-muted max-sm:min-w-16 max-sm:flex-1 max-sm:truncate low:md:min-w-16 low:md:flex-1 low:md:truncate"
            >
              {stock.name}
            </p>
            <div className="flex flex-wrap gap-1.5 max-sm:max-w-[calc(100%-4.75rem)] max-sm:shrink-0 low:md:shrink-0 low:md:flex-row-reverse low:md:flex-nowrap">
              <StockBadges stock={stock} fetchedLabel="Data Available" />
            </div>
          </div>
        </div>
        <HeaderPrice stock={stock} />
      </div>
      <DataNotice stock={stock} />
    </header>
  );
}
