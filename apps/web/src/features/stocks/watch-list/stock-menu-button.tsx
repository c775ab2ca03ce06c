import type { WatchListItem } from '@stockbook/api/schemas';
import { EllipsisVertical } from 'lucide-react';
import { IconButton } from '#components/ui/button.tsx';
import type { OnStockMenu } from './use-stocks-of-lists.ts';

/** Opens the menu of a row: the lists of its stock, and its place on the list on show. */
export function StockMenuButton({ item, onMenu }: { item: WatchListItem; onMenu: OnStockMenu }) {
  return (
    <IconButton
      label={`Menu of ${item.stock.symbol}`}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => onMenu(currentTarget, item)}
      needsServer
    >
      <EllipsisVertical aria-hidden="true" />
    </IconButton>
  );
}
