import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { Button } from './button.tsx';

/** Rows per page: rendering more takes seconds on a phone. */
const defaultPageSize = 250;

export interface Column<Row> {
  /** Unique; the sorting refers to it. */
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** The value to sort by; without it the column cannot be sorted. Null comes last. */
  readonly sortBy?: (row: Row) => number | string | null;
  /** Text columns are aligned to the left. */
  readonly isText?: boolean;
}

export interface Sorting {
  readonly key: string;
  readonly isDescending: boolean;
}

interface DataTableProps<Row> {
  label: string;
  /** The first one names its row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  pageSize?: number;
  /** The order at first; that of the rows by default. */
  initialSorting?: Sorting;
  /** Marks a row, such as the one whose details are shown. */
  isCurrent?: (row: Row) => boolean;
  /** The details below a row; null while they are closed. */
  details?: (row: Row) => ReactNode;
  /** Further parts of the table below its rows: a `tbody` or a `tfoot`. */
  after?: ReactNode;
  className?: string;
}

function compare(a: number | string | null, b: number | string | null): number {
  if (a === b) return 0;
  return a !== null && b !== null && a < b ? -1 : 1;
}

/** The rows in the order of a column. Equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
): readonly Row[] {
  const sortBy = columns.find(({ key }) => key === sorting?.key)?.sortBy;
  if (!sortBy || !sorting) return rows;
  const factor = sorting.isDescending ? -1 : 1;
  const valued = rows.map((row) => ({ row, value: sortBy(row) }));
  valued.sort((a, b) =>
    a.value === null || b.value === null
      ? Number(a.value === null) - Number(b.value === null)
      : factor * compare(a.value, b.value),
  );
  return valued.map(({ row }) => row);
}

/** A table in pages whose columns can be sorted. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  pageSize = defaultPageSize,
  initialSorting,
  isCurrent,
  details,
  after,
  className,
}: DataTableProps<Row>) {
  const [page, setPage] = useState(0);
  const [sorting, setSorting] = useState<Sorting | null>(initialSorting ?? null);
  const sorted = useMemo(() => sortRows(rows, columns, sorting), [rows, columns, sorting]);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  // Other rows may have fewer pages.
  const shownPage = Math.min(page, pages - 1);

  function sort(column: Column<Row>) {
    const isDescending = sorting?.key === column.key ? !sorting.isDescending : !column.isText;
    setSorting({ key: column.key, isDescending });
    setPage(0);
  }

  return (
    <div>
      <div
        className={cn(
          'relative overflow-auto rounded-md border border-line print:max-h-none print:overflow-visible',
          className,
        )}
      >
        <table className="numeric w-full text-right text-sm">
          <caption className="sr-only">{label}</caption>
          <thead className="sticky top-0 z-10 bg-sunken text-xs text-muted print:static">
            <tr>
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} sorting={sorting} onSort={() => sort(column)} />
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {sorted.slice(shownPage * pageSize, (shownPage + 1) * pageSize).map((row) => (
              <Fragment key={rowKey(row)}>
                <Cells columns={columns} row={row} isCurrent={isCurrent?.(row)} />
                <Details columns={columns.length}>{details?.(row)}</Details>
              </Fragment>
            ))}
          </tbody>
          {after}
        </table>
      </div>
      {pages > 1 && <TablePages label={label} page={shownPage} pages={pages} onPage={setPage} />}
    </div>
  );
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sorting: Sorting | null;
  onSort: () => void;
}

/** The title of a column, as a button if the column can be sorted. */
function HeaderCell<Row>({ column, sorting, onSort }: HeaderCellProps<Row>) {
  return (
    <th
      scope="col"
      aria-sort={ariaSort(column, sorting)}
      data-title={column.sortBy && column.title}
      className={cn('h-9 min-w-20 font-medium', column.isText && 'text-left', column.sortBy && 'print:px-3')}
    >
      {column.sortBy ? (
        <button
          type="button"
          onClick={onSort}
          className={cn(
            'inline-flex min-h-9 items-center gap-1 px-2 pointer-coarse:min-h-11 lg:px-3 -outline-offset-2 hover:text-ink [&_svg]:size-3.5',
            column.isText ? 'text-left' : 'text-right',
          )}
        >
          {column.title}
          {sorting?.key === column.key &&
            (sorting.isDescending ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />)}
        </button>
      ) : (
        <span className="px-2 lg:px-3">{column.title}</span>
      )}
    </th>
  );
}

interface CellsProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  isCurrent: boolean | undefined;
}

/** The row of the table for a row of the data. */
function Cells<Row>({ columns, row, isCurrent }: CellsProps<Row>) {
  return (
    <tr className={cn('relative', isCurrent && 'bg-accent-soft')}>
      {columns.map((column, index) => {
        const className = cn(
          'px-2 py-1.5 whitespace-nowrap lg:px-3 pointer-coarse:py-3',
          column.isText && 'text-left',
        );
        return index === 0 ? (
          <th key={column.key} scope="row" className={cn(className, 'font-medium')}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.key} className={className}>
            {column.cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

/** A row for the details of the row above it. */
function Details({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null;
  return (
    <tr>
      <td colSpan={columns} className="bg-canvas px-3 py-3 text-left">
        {children}
      </td>
    </tr>
  );
}

interface TablePagesProps {
  label: string;
  /** The page that is shown, from 0. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

function TablePages({ label, page, pages, onPage }: TablePagesProps) {
  return (
    <nav
      aria-label={`Pages of ${label}`}
      className="mt-2 flex items-center justify-end gap-2 text-sm text-muted print:hidden"
    >
      <span className="numeric mr-1">
        Page {page + 1} of {pages}
      </span>
      <Button size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="sm" disabled={page === pages - 1} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

function ariaSort<Row>(column: Column<Row>, sorting: Sorting | null) {
  if (!column.sortBy) return undefined;
  if (sorting?.key !== column.key) return 'none';
  return sorting.isDescending ? 'descending' : 'ascending';
}
