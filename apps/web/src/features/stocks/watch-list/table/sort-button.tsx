import { ArrowDown, ArrowUp } from 'lucide-react';
import { cn } from '#lib/cn.ts';
import { isDescending, type StockOrder, sortKeyOf } from '../view/arrange-stocks.ts';
import { isOwnKey, ownKeys } from '../view/own-columns.ts';
import { columnTexts, isTextColumn, type ShownColumn } from './table-columns.ts';

interface SortButtonProps {
  column: 'symbol' | ShownColumn;
  /** The columns that the user wrote. */
  own?: readonly string[];
  order: StockOrder;
  onOrder: (order: StockOrder) => void;
}

/** The header of a column, and the same in words. @param own the columns that the user wrote */
export function headerOf(
  column: 'symbol' | 'name' | ShownColumn,
  own: readonly string[],
): { header: string; name: string } {
  if (column === 'symbol') return { header: 'Symbol', name: 'Symbol' };
  if (column === 'name') return { header: 'Name', name: 'Name' };
  if (!isOwnKey(column)) return columnTexts[column];
  const text = own[ownKeys.indexOf(column)] ?? 'Removed column';
  return { header: text, name: text };
}

const noOwn: readonly string[] = [];

/** A header that sorts: text ascending first, figures descending first. */
export function SortButton({ column, own = noOwn, order, onOrder }: SortButtonProps) {
  const { header, name } = headerOf(column, own);
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
        'inline-flex h-(--head) min-w-0 items-center gap-1 font-medium pointer-coarse:min-w-11 hover:text-ink focus-visible:-outline-offset-2',
        // A figure's header keeps its place above the figures when it gets the arrow.
        !isText && 'flex-row-reverse',
        isSorted ? 'text-ink' : 'text-muted',
      )}
    >
      <span className="truncate">{header}</span>
      {isSorted && <Arrow aria-hidden="true" className="size-3.5 shrink-0" />}
    </button>
  );
}
