import { ArrowDown, ArrowUp } from 'lucide-react';
import { cn } from '#lib/cn.ts';
import { isDescending, type StockOrder, sortKeyOf } from '../view/arrange-stocks.ts';
import { columnTexts, isTextColumn, type TableColumn } from './table-columns.ts';

interface SortButtonProps {
  column: 'symbol' | TableColumn;
  order: StockOrder;
  onOrder: (order: StockOrder) => void;
}

export function headerOf(column: SortButtonProps['column']): { header: string; name: string } {
  return column === 'symbol' ? { header: 'Symbol', name: 'Symbol' } : columnTexts[column];
}

/** A header that sorts: text ascending first, figures descending first. */
export function SortButton({ column, order, onOrder }: SortButtonProps) {
  const { header, name } = headerOf(column);
  const isSorted = sortKeyOf(order) === column;
  const isText = column === 'symbol' || isTextColumn(column);
  const isNextDescending = isSorted ? !isDescending(order) : !isText;
  const Arrow = isDescending(order) ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      title={`Sort by ${name}`}
      onClick={() => onOrder(isNextDescending ? `${column}-desc` : column)}
      className={cn(
        'inline-flex h-(--head) items-center gap-1 font-medium pointer-coarse:min-w-11 hover:text-ink focus-visible:-outline-offset-2',
        // A figure's header keeps its place above the figures when it gets the arrow.
        !isText && 'flex-row-reverse',
        isSorted ? 'text-ink' : 'text-muted',
      )}
    >
      {header}
      {isSorted && <Arrow aria-hidden="true" className="size-3.5" />}
    </button>
  );
}
