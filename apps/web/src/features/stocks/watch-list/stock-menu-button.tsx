import type { WatchListItem } from '@stockbook/api/schemas';
import { EllipsisVertical } from 'lucide-react';
import { IconButton } from '#components/ui/button.tsx';
import { useServerOnly } from '#lib/session/session-context.ts';
import type { OnStockMenu } from './use-stocks-of-lists.ts';

/** Opens the menu of a row: the lists of its stock, and its place on the list on show. */
export function StockMenuButton({ item, onMenu }: { item: WatchListItem; onMenu: OnStockMenu }) {
  const serverOnly = useServerOnly();
  return (
    <IconButton
      label={`Menu of ${item.stock.symbol}`}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => onMenu(currentTarget, item)}
      {...serverOnly}
    >
      <EllipsisVertical aria-hidden="true" />
    </IconButton>
  );
}
