import { Button } from '#components/ui/button.tsx';
import { formatCount } from '#lib/format/numbers.ts';

interface RowPagesProps {
  /** The name of the rows: `Rows`. */
  noun: string;
  total: number;
  /** The page that is shown, from 0. */
  page: number;
  pageSize: number;
  /** The order of the rows, in words. */
  order?: string;
  isBusy?: boolean;
  onPage: (page: number) => void;
}

/** The way to the rows beyond the first ones; nothing if all of them fit on one page. */
export function RowPages({ noun, total, page, pageSize, order, isBusy = false, onPage }: RowPagesProps) {
  if (total <= pageSize) return null;
  const first = page * pageSize + 1;
  const last = Math.min((page + 1) * pageSize, total);
  return (
    <nav
      aria-label={`Pages of the ${noun.toLowerCase()}`}
      className="flex flex-wrap items-center justify-end gap-2 text-sm"
    >
      <p role="status" className="numeric mr-auto text-muted">
        {noun} {formatCount(first)} to {formatCount(last)} of {formatCount(total)}
        {order && `, ${order}`}
      </p>
      <Button size="sm" disabled={isBusy || page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="sm" disabled={isBusy || last === total} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
