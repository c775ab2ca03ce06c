import type { WatchListItem } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Badge, OwnBadge } from '#components/ui/badge.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { changePercent, formatNumber, formatQuantity, formatVolume } from '#lib/format/numbers.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { delaySentence, pendingCloseSentence } from '../../detail/data-sentences.ts';
import { FavoriteButton } from '../../detail/favorite-button.tsx';
import { QuotedCell } from '../../quotes/last-price.tsx';
import { ChangePercent } from '../price-change.tsx';
import { RowCheckbox } from '../selection/row-checkbox.tsx';
import { StockMenuButton } from '../stock-menu-button.tsx';
import type { OnStockMenu } from '../use-stocks-of-lists.ts';
import { isOwnKey, isRuleText, ownKeys, ownValue } from '../view/own-columns.ts';
import {
  dayChange,
  isTextColumn,
  type RowFigures,
  rangePosition,
  type ShownColumn,
  type TableColumn,
} from './table-columns.ts';
import type { TableLayout } from './table-widths.ts';
import { formatHeldGain } from './table-widths.ts';

/** By its key, a value that comes later has an element of its own: one that became wider would count as moved. */
const missing = (
  <span key="missing" className="text-muted">
    N/A
  </span>
);

/** The range of 52 weeks as a bar with a mark at the last close. */
function RangePosition({ item, figures }: { item: WatchListItem; figures: RowFigures | undefined }) {
  const position = rangePosition(item.stock.last_close, figures);
  if (position === null) return missing;
  const { format } = priceFormat(item.stock);
  const range = `${format(figures?.low_52_weeks)} – ${format(figures?.high_52_weeks)}`;
  return (
    <span className="inline-flex items-baseline gap-2" title={range}>
      <span aria-hidden="true" className="relative h-1 w-14 self-center rounded-full bg-edge/40 print:hidden">
        <span
          className="absolute top-1/2 size-2 -translate-x-1/2 -translate-y-1/2 rounded-full bg-accent"
          style={{ left: `${position}%` }}
        />
      </span>
      <span className="w-9 print:w-auto">{Math.round(position)}%</span>
      <span className="sr-only"> of {range}</span>
    </span>
  );
}

/** A text that ends where its column does; on paper, it wraps. */
function CutText({ text }: { text: string }) {
  return (
    <span className="truncate normal-nums print:leading-tight print:whitespace-normal" title={text}>
      {text}
    </span>
  );
}

function DayChange({ stock }: Pick<WatchListItem, 'stock'>) {
  const change = dayChange(stock);
  if (change === null) return missing;
  const text = priceFormat(stock).formatPlain(change);
  const sign = change > 0 ? '+' : '';
  return <span className={change < 0 ? 'text-down' : 'text-up'}>{`${sign}${text}`}</span>;
}

/** The gain of a position; nothing where none is held. */
function HeldGain({ held }: Pick<RowFigures, 'held'>) {
  if (!held) return null;
  return <span className={held.gain < 0 ? 'text-down' : 'text-up'}>{formatHeldGain(held)}</span>;
}

const cells: Readonly<
  Record<TableColumn, (item: WatchListItem, figures: RowFigures | undefined) => ReactNode>
> = {
  last: ({ stock }) => (
    <QuotedCell stock={stock} column="last">
      <span className="font-medium">{priceFormat(stock).format(stock.last_close)}</span>
    </QuotedCell>
  ),
  change: ({ stock }) => (
    <QuotedCell stock={stock} column="change">
      <DayChange stock={stock} />
    </QuotedCell>
  ),
  percent: ({ stock }) => (
    <QuotedCell stock={stock} column="percent">
      <ChangePercent percent={changePercent(stock.last_close, stock.previous_close)} />
    </QuotedCell>
  ),
  time: ({ stock }) => (
    <QuotedCell stock={stock} column="time">
      {formatDate(stock.data_end_date)}
    </QuotedCell>
  ),
  volume: (_, figures) => (figures?.volume == null ? missing : formatVolume(figures.volume)),
  position: (item, figures) => <RangePosition item={item} figures={figures} />,
  week: (_, figures) => <ChangePercent percent={figures?.change_1_week ?? null} />,
  month: (_, figures) => <ChangePercent percent={figures?.change_1_month ?? null} />,
  year: (_, figures) => <ChangePercent percent={figures?.change_year_to_date ?? null} />,
  sector: ({ stock }) => <CutText text={stock.sector ?? 'N/A'} />,
  note: ({ notes }) => <CutText text={notes ?? ''} />,
  shares: (_, figures) => (figures?.held ? formatQuantity(figures.held.quantity) : ''),
  gain: (_, figures) => <HeldGain held={figures?.held} />,
};

/** The values of columns that the user wrote have no unit of their own. */
const ownDecimals = 2;

/** The value of an expression, or whether a rule is true. */
function OwnValue({ text, value }: { text: string; value: number | null }) {
  if (value === null) return missing;
  if (!isRuleText(text)) return formatNumber(value, ownDecimals);
  return value === 1 ? (
    <span className="font-medium text-accent">Yes</span>
  ) : (
    <span className="text-muted">No</span>
  );
}

function tableCell(column: ShownColumn, { item, figures, own, ownValues }: TableRowProps): ReactNode {
  if (!isOwnKey(column)) return cells[column](item, figures);
  return <OwnValue text={own[ownKeys.indexOf(column)] ?? ''} value={ownValue(column, ownValues)} />;
}

interface TableRowProps {
  item: WatchListItem;
  figures: RowFigures | undefined;
  /** The columns that the user wrote, and their values for this stock. */
  own: readonly string[];
  ownValues: readonly (number | null)[] | undefined;
  layout: TableLayout;
  /** In the whole table, from 0. */
  index: number;
  isSelected: boolean;
  /** Whether the notice of the page does not say that the prices are simulated. */
  showsSimulated: boolean;
  trueSince: string | undefined;
  onSelect: (symbol: string, isRange: boolean) => void;
  onToggleFavorite: (item: WatchListItem) => void;
  onRemove: (item: WatchListItem) => void;
  onMenu: OnStockMenu;
}

/** A cell: an item of the grid of its row, but a table's cell on paper. */
export const cellClass = 'flex min-w-0 items-center border-b border-line print:table-cell';
export const rowClass = 'grid print:table-row';

/** One stock of the table. Its first cell stays in view when the table is scrolled sideways. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { item, layout, isSelected } = props;
  const { stock } = item;
  const delay = delaySentence(stock) ?? pendingCloseSentence(stock);
  const background = isSelected ? 'bg-accent-soft' : 'bg-surface group-hover:bg-sunken';
  return (
    <tr
      aria-rowindex={props.index + 2}
      data-index={props.index}
      data-symbol={stock.symbol}
      style={{ gridTemplateColumns: layout.template, minWidth: layout.minWidth }}
      className={cn(
        rowClass,
        'group has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-accent',
        // The header of the table covers what the page scrolls to just below the top bar.
        '[&_:is(a,button,input)]:scroll-mt-6',
      )}
    >
      <th scope="row" className={cn(cellClass, 'sticky left-0 z-10 text-left', background)}>
        <div className="flex h-(--row) min-w-0 grow items-center gap-1 pr-3 pl-2 print:h-auto print:px-1">
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
            className="flex h-(--row) min-w-0 grow items-center gap-2 outline-none pointer-coarse:min-w-11 print:h-auto"
          >
            <span className="normal-nums shrink-0 font-semibold">{stock.symbol}</span>
            <span className="normal-nums truncate text-xs font-normal text-muted max-md:sr-only print:not-sr-only print:text-[length:inherit] print:leading-tight print:whitespace-normal">
              {stock.name}
            </span>
          </Link>
          <OwnBadge symbol={stock.symbol} />
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
        <td className={cn(cellClass, 'px-(--cell) text-accent print:px-1', background)}>
          {formatDate(props.trueSince)}
        </td>
      )}
      {layout.columns.map((column) => (
        <td
          key={column}
          className={cn(
            cellClass,
            'px-(--cell) print:px-1',
            background,
            !isTextColumn(column) && 'justify-end text-right',
          )}
        >
          {tableCell(column, props)}
        </td>
      ))}
      {layout.hasActions && (
        <td className={cn(cellClass, 'justify-end pr-2 print:hidden [&_button]:max-h-(--row)', background)}>
          <FavoriteButton isFavorite={item.is_favorite} onToggle={() => props.onToggleFavorite(item)} />
          <IconButton label="Stop tracking" needsServer onClick={() => props.onRemove(item)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
          <StockMenuButton item={item} onMenu={props.onMenu} />
        </td>
      )}
    </tr>
  );
});
