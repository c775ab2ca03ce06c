import { cn } from '#lib/cn.ts';
import { RowCheckbox } from '../selection/row-checkbox.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { isDescending, type StockOrder, sortKeyOf } from '../view/arrange-stocks.ts';
import { headerOf, SortButton } from './sort-button.tsx';
import { isTextColumn } from './table-columns.ts';
import { cellClass, rowClass } from './table-row.tsx';
import type { TableLayout } from './table-widths.ts';

function sortState(column: string, order: StockOrder): 'ascending' | 'descending' | 'none' {
  if (sortKeyOf(order) !== column) return 'none';
  return isDescending(order) ? 'descending' : 'ascending';
}

interface HeaderRowProps {
  layout: TableLayout;
  /** The columns that the user wrote. */
  own: readonly string[];
  order: StockOrder;
  onOrder: (order: StockOrder) => void;
  selection: Selection;
  rowCount: number;
  hasTrueSince: boolean;
}

/** The titles of the columns, which sort the table, and the checkbox of all its rows. */
export function HeaderRow({
  layout,
  own,
  order,
  onOrder,
  selection,
  rowCount,
  hasTrueSince,
}: HeaderRowProps) {
  const isAllSelected = selection.selected.size === rowCount;
  const headerClass = cn(cellClass, 'bg-sunken whitespace-nowrap print:px-1 print:py-0.5');
  return (
    <tr
      aria-rowindex={1}
      style={{ gridTemplateColumns: layout.template, minWidth: layout.minWidth }}
      className={rowClass}
    >
      <th
        scope="col"
        aria-sort={sortState('symbol', order)}
        data-title={headerOf('symbol', own).header}
        className={cn(headerClass, 'sticky left-0 z-10 gap-1 pl-2 text-left')}
      >
        <RowCheckbox
          label="Select all"
          isChecked={isAllSelected || (selection.selected.size > 0 ? undefined : false)}
          onToggle={selection.toggleAll}
        />
        <SortButton column="symbol" order={order} onOrder={onOrder} />
      </th>
      {hasTrueSince && (
        <th scope="col" className={cn(headerClass, 'px-(--cell) text-left font-medium text-muted')}>
          True since
        </th>
      )}
      {layout.columns.map((column) => (
        <th
          key={column}
          scope="col"
          aria-sort={sortState(column, order)}
          data-title={headerOf(column, own).header}
          className={cn(
            headerClass,
            'px-(--cell)',
            isTextColumn(column) ? 'text-left' : 'justify-end text-right',
          )}
        >
          <SortButton column={column} own={own} order={order} onOrder={onOrder} />
        </th>
      ))}
      {layout.hasActions && (
        <th scope="col" className={cn(headerClass, 'print:hidden')}>
          <span className="sr-only">Actions</span>
        </th>
      )}
    </tr>
  );
}
