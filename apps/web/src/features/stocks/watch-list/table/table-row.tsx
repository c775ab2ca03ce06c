import type { StockFigures, WatchListItem } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { delaySentence, pendingCloseSentence } from '../../detail/data-notice.tsx';
import { FavoriteButton } from '../../detail/favorite-button.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { tableCell } from './table-cells.tsx';
import { isTextColumn, type TableColumn } from './table-columns.ts';

interface TableRowProps {
  item: WatchListItem;
  figures: StockFigures | undefined;
  columns: readonly TableColumn[];
  /** In the whole table, from 0. */
  index: number;
  isSelected: boolean;
  /** Whether the notice of the page does not say that the prices are simulated. */
  showsSimulated: boolean;
  trueSince: string | undefined;
  onSelect: (symbol: string, isRange: boolean) => void;
  onToggleFavorite: (item: WatchListItem) => void;
  onRemove: (item: WatchListItem) => void;
}

/** One stock of the table. Its first cell stays in view when the table is scrolled sideways. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { item, figures, columns, isSelected } = props;
  const { stock } = item;
  const delay = delaySentence(stock) ?? pendingCloseSentence(stock);
  const background = isSelected ? 'bg-accent-soft' : 'bg-surface group-hover:bg-sunken';
  return (
    <tr
      aria-rowindex={props.index + 2}
      data-index={props.index}
      data-symbol={stock.symbol}
      className="group h-10 pointer-coarse:h-11 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-accent"
    >
      <th scope="row" className={cn('sticky left-0 z-10 border-b border-line p-0 text-left', background)}>
        <div className="flex h-10 items-center gap-1 pr-3 pl-2 pointer-coarse:h-11">
          <RowCheckbox
            label={`Select ${stock.symbol}`}
            isChecked={isSelected}
            onToggle={(isRange) => props.onSelect(stock.symbol, isRange)}
          />
          <Link
            to="/stocks/$symbol"
            params={{ symbol: stock.symbol }}
            data-stock={stock.symbol}
            title={stock.name}
            className="flex h-10 min-w-0 grow items-center gap-2 outline-none pointer-coarse:h-11 pointer-coarse:min-w-11"
          >
            <span className="font-semibold">{stock.symbol}</span>
            <span className="w-36 truncate text-xs font-normal text-muted max-md:sr-only">{stock.name}</span>
          </Link>
          {!stock.is_active && <Badge>Inactive</Badge>}
          {props.showsSimulated && <Badge tone="warn">Simulated data</Badge>}
          {delay && (
            <span title={delay}>
              <Badge tone="warn">Delayed</Badge>
              <span className="sr-only">{delay}</span>
            </span>
          )}
        </div>
      </th>
      {props.trueSince !== undefined && (
        <td className={cn('border-b border-line px-3 text-accent', background)}>
          {formatDate(props.trueSince)}
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column}
          className={cn('border-b border-line px-3', background, !isTextColumn(column) && 'text-right')}
        >
          {tableCell(column, item, figures)}
        </td>
      ))}
      <td className={cn('border-b border-line pr-2 text-right', background)}>
        <FavoriteButton isFavorite={item.is_favorite} onToggle={() => props.onToggleFavorite(item)} />
        <IconButton label="Stop tracking" onClick={() => props.onRemove(item)}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  );
});
