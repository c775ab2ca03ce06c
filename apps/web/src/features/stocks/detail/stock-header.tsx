import type { WatchListItem } from '@stockbook/api/schemas';
import { Bell } from 'lucide-react';
import { IconButton } from '#components/ui/button.tsx';
import { LastPrice } from '../watch-list/price-change.tsx';
import { DataNotice } from './data-notice.tsx';
import { FavoriteButton } from './favorite-button.tsx';
import { StockBadges } from './stock-badges.tsx';
import { StockNavigation } from './stock-navigation.tsx';

/** The bell: filled if signals of the stock are sent to the user's channels. */
function NotifyButton({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  return (
    <IconButton label={isOn ? 'Stop notifying' : 'Notify on signals'} onClick={onToggle}>
      <Bell aria-hidden="true" className={isOn ? 'fill-accent text-accent' : ''} />
    </IconButton>
  );
}

interface StockHeaderProps {
  item: WatchListItem;
  onToggleFavorite: (item: WatchListItem) => void;
  onToggleNotify: (item: WatchListItem) => void;
}

/** Name, price and data status of the stock. */
export function StockHeader({ item, onToggleFavorite, onToggleNotify }: StockHeaderProps) {
  const { stock } = item;
  return (
    <header className="space-y-2">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <div className="flex items-center gap-1.5">
            <h1 className="text-2xl font-semibold tracking-tight">{stock.symbol}</h1>
            <FavoriteButton isFavorite={item.is_favorite} onToggle={() => onToggleFavorite(item)} />
            <NotifyButton isOn={item.notify_on_signals} onToggle={() => onToggleNotify(item)} />
            <StockNavigation item={item} />
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <p className="text-muted">{stock.name}</p>
            <div className="flex flex-wrap gap-1.5">
              <StockBadges stock={stock} fetchedLabel="Data Available" />
            </div>
          </div>
        </div>
        <LastPrice stock={stock} size="header" />
      </div>
      <DataNotice stock={stock} />
    </header>
  );
}
