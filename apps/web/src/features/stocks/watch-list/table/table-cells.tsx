import type { StockFigures, WatchListItem } from '@stockbook/api/schemas';
import type { ReactNode } from 'react';
import { changePercent, formatVolume } from '#lib/format/numbers.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { ChangePercent } from '../price-change.tsx';
import { dayChange, rangePosition, type TableColumn } from './table-columns.ts';

const missing = <span className="text-muted">N/A</span>;

/** The range of 52 weeks as a bar with a mark at the last close. */
function RangePosition({ item, figures }: { item: WatchListItem; figures: StockFigures | undefined }) {
  const position = rangePosition(item.stock.last_close, figures);
  if (position === null) return missing;
  const { format } = priceFormat(item.stock);
  const range = `${format(figures?.low_52_weeks)} – ${format(figures?.high_52_weeks)}`;
  return (
    <span className="inline-flex items-baseline gap-2" title={range}>
      <span aria-hidden="true" className="relative h-1 w-14 self-center rounded-full bg-edge/40">
        <span
          className="absolute top-1/2 size-2 -translate-x-1/2 -translate-y-1/2 rounded-full bg-accent"
          style={{ left: `${position}%` }}
        />
      </span>
      <span className="w-9">{Math.round(position)}%</span>
      <span className="sr-only"> of {range}</span>
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

const cells: Readonly<
  Record<TableColumn, (item: WatchListItem, figures: StockFigures | undefined) => ReactNode>
> = {
  last: ({ stock }) => <span className="font-medium">{priceFormat(stock).format(stock.last_close)}</span>,
  change: ({ stock }) => <DayChange stock={stock} />,
  percent: ({ stock }) => <ChangePercent percent={changePercent(stock.last_close, stock.previous_close)} />,
  volume: (_, figures) => (figures?.volume == null ? missing : formatVolume(figures.volume)),
  position: (item, figures) => <RangePosition item={item} figures={figures} />,
  week: (_, figures) => <ChangePercent percent={figures?.change_1_week ?? null} />,
  month: (_, figures) => <ChangePercent percent={figures?.change_1_month ?? null} />,
  year: (_, figures) => <ChangePercent percent={figures?.change_year_to_date ?? null} />,
  sector: ({ stock }) => <span className="block max-w-40 truncate">{stock.sector ?? 'N/A'}</span>,
  note: ({ notes }) => (
    <span className="block max-w-60 truncate" title={notes ?? undefined}>
      {notes}
    </span>
  ),
};

/** The content of a cell. */
export function tableCell(
  column: TableColumn,
  item: WatchListItem,
  figures: StockFigures | undefined,
): ReactNode {
  return cells[column](item, figures);
}
