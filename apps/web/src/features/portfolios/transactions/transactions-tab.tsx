import type { Portfolio, Transaction } from '@stockbook/api/schemas';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { PaleWhileBusy } from '#components/feedback/pale-while-busy.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { useMedia } from '#hooks/use-media.ts';
import { today } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { useTransactions } from './api.ts';
import { DeleteTransactionDialog } from './delete-transaction-dialog.tsx';
import { TransactionDialog } from './transaction-dialog.tsx';
import { pageSize, useTransactionFilter } from './transaction-filter.ts';
import { TransactionFilters } from './transaction-filters.tsx';
import type { TransactionTask } from './transaction-form.tsx';
import { valuesOf } from './transaction-shapes.ts';
import { TransactionCards, TransactionTable } from './transaction-table.tsx';

type OpenDialog = { readonly task: TransactionTask } | { readonly deleted: Transaction };

/** The transactions of a portfolio, with filters in the address of the page. */
export function TransactionsTab({ portfolio }: { portfolio: Portfolio }) {
  const [filter, setFilter] = useTransactionFilter();
  const { data, error, isPending, isPlaceholderData, refetch } = useTransactions(portfolio.id, filter);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const isWide = useMedia('(min-width: 52rem)');
  const List = isWide ? TransactionTable : TransactionCards;
  const { page: _, ...chosen } = filter;
  const isFiltered = Object.values(chosen).some((each) => each !== undefined);
  const [section, noteRow] = useRowFocus(dialog === null);
  const close = () => setDialog(null);
  const openFor = (transaction: Transaction, next: OpenDialog) => {
    noteRow(transaction.id);
    setDialog(next);
  };

  return (
    <section ref={section} aria-label="Transactions" className="space-y-4">
      {(isFiltered || data?.total !== 0) && (
        <TransactionFilters portfolioId={portfolio.id} filter={filter} onChange={setFilter} />
      )}
      <QueryError error={error} fallback="Failed to load transactions" onRetry={refetch} />
      {isPending && <TransactionsLoading />}
      {data?.total === 0 && <NoTransactions isFiltered={isFiltered} />}
      {data && data.total > 0 && (
        <PaleWhileBusy isBusy={isPlaceholderData}>
          <List
            transactions={data.transactions}
            currency={portfolio.currency}
            actions={{
              onEdit: (transaction) => openFor(transaction, { task: { kind: 'edit', transaction } }),
              onDuplicate: (transaction) =>
                openFor(transaction, {
                  task: { kind: 'add', values: { ...valuesOf(transaction), date: today() } },
                }),
              onDelete: (deleted) => openFor(deleted, { deleted }),
            }}
          />
          <Pages
            page={filter.page ?? 1}
            total={data.total}
            onPage={(page) => setFilter({ page: page === 1 ? undefined : page })}
          />
        </PaleWhileBusy>
      )}
      {dialog && 'task' in dialog && (
        <TransactionDialog portfolio={portfolio} task={dialog.task} onClose={close} />
      )}
      {dialog && 'deleted' in dialog && (
        <DeleteTransactionDialog portfolioId={portfolio.id} transaction={dialog.deleted} onClose={close} />
      )}
    </section>
  );
}

/**
 * Returns the focus from a dialog to the menu of its row: the item that opened it is gone.
 * @returns the ref of what contains the rows, and the function that notes the row of a dialog
 */
function useRowFocus(isClosed: boolean): [RefObject<HTMLElement | null>, (id: string) => void] {
  const container = useRef<HTMLElement>(null);
  const row = useRef<string>(null);
  useEffect(() => {
    if (!isClosed || row.current === null) return;
    const selector = `[data-row="${row.current}"] [aria-haspopup="menu"]`;
    row.current = null;
    // After the dialog has given the focus back.
    const frame = requestAnimationFrame(() =>
      container.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, [isClosed]);
  return [
    container,
    (id) => {
      row.current = id;
    },
  ];
}

function NoTransactions({ isFiltered }: { isFiltered: boolean }) {
  return (
    <p className="rounded-lg border border-dashed border-edge px-6 py-12 text-center text-sm text-muted">
      {isFiltered ? 'No transactions match.' : 'No transactions yet. Add your first one, or import a file.'}
    </p>
  );
}

interface PagesProps {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

function Pages({ page, total, onPage }: PagesProps) {
  const pages = Math.ceil(total / pageSize);
  return (
    <nav
      aria-label="Pages of transactions"
      className="numeric mt-3 flex flex-wrap items-center justify-end gap-2 text-sm text-muted"
    >
      <span className="mr-auto">
        {formatCount(total)} {total === 1 ? 'transaction' : 'transactions'}
      </span>
      {pages > 1 && (
        <>
          <span className="mr-1">
            Page {page} of {pages}
          </span>
          <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </>
      )}
    </nav>
  );
}

/** Placeholder of the rows. */
function TransactionsLoading() {
  return (
    <div role="status">
      <span className="sr-only">Loading transactions...</span>
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
