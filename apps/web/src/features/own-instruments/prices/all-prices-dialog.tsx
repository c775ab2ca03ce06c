import type { Bar } from '@stockbook/api/schemas';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ErrorBox, QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { useAddBars, useDeleteBar } from '../api.ts';
import { EditPrice } from './edit-price.tsx';
import { describePriceFailure } from './price-failure.ts';
import { hasCloseAlone } from './price-of-day.ts';
import { useAllBars } from './use-own-bars.ts';

interface Change {
  readonly message: string;
  readonly bar: Bar;
}

/** Changes and deletes prices, and takes the last change back. */
function usePriceChanges(symbol: string) {
  const [last, setLast] = useState<Change | null>(null);
  const [failure, setFailure] = useState<[message: string, detail: string | null] | null>(null);
  const add = useAddBars(symbol);
  const remove = useDeleteBar(symbol);

  async function run(change: () => Promise<unknown>, done: Change | null): Promise<boolean> {
    setFailure(null);
    try {
      await change();
      setLast(done);
      return true;
    } catch (error) {
      setFailure(describePriceFailure(error, 'Failed to save prices'));
      return false;
    }
  }

  return {
    last,
    failure,
    isBusy: add.isPending || remove.isPending,
    save: (bar: Bar, next: Bar) =>
      run(() => add.mutateAsync({ bars: [next] }), {
        message: `Price of ${formatDate(bar.date)} changed.`,
        bar,
      }),
    remove: (bar: Bar) =>
      run(() => remove.mutateAsync(bar.date), { message: `Price of ${formatDate(bar.date)} deleted.`, bar }),
    undo: ({ bar }: Change) => run(() => add.mutateAsync({ bars: [bar] }), null),
  };
}

interface AllPricesDialogProps {
  symbol: string;
  /** Formats a price as the page does. */
  format: (price: number) => string;
  /** Whether the prices are entered: computed ones are only listed. */
  isEditable: boolean;
  onClose: () => void;
}

/** All prices of an instrument as a table, the newest first. */
export function AllPricesDialog({ symbol, format, isEditable, onClose }: AllPricesDialogProps) {
  const { data, error, refetch } = useAllBars(symbol);
  const changes = usePriceChanges(symbol);
  const [edited, setEdited] = useState<string | null>(null);
  const bars = data?.data ?? [];
  const { last, failure } = changes;

  return (
    <Dialog title={`Prices of ${symbol}`} open size="lg" onClose={onClose}>
      <div className="space-y-3">
        <QueryError error={error} fallback="Failed to load own instruments" onRetry={refetch} />
        {failure && <ErrorBox message={failure[0]} detail={failure[1]} />}
        <div
          role="status"
          className="flex min-h-8 items-center gap-3 text-sm empty:hidden pointer-coarse:min-h-11"
        >
          {last && (
            <>
              {last.message}
              <Button size="sm" disabled={changes.isBusy} onClick={() => void changes.undo(last)}>
                Undo
              </Button>
            </>
          )}
        </div>
        {!data && !error && <Skeleton className="h-64" />}
        {data && bars.length === 0 && <p className="text-sm text-muted">No prices yet. Add the first one.</p>}
        {bars.length > 0 && (
          <DataTable
            label={`Prices of ${symbol}`}
            columns={priceColumns(bars, format, isEditable ? { changes, edited, setEdited } : null)}
            rows={bars}
            rowKey={({ date }) => date}
            initialSorting={{ key: 'date', isDescending: true }}
            className="max-h-[55dvh]"
            details={(bar) =>
              bar.date === edited && (
                <EditPrice
                  bar={bar}
                  isBusy={changes.isBusy}
                  onCancel={() => setEdited(null)}
                  onSave={async (next) => {
                    if (await changes.save(bar, next)) setEdited(null);
                  }}
                />
              )
            }
          />
        )}
      </div>
    </Dialog>
  );
}

interface Editing {
  readonly changes: ReturnType<typeof usePriceChanges>;
  readonly edited: string | null;
  readonly setEdited: (date: string | null) => void;
}

function priceColumns(
  bars: readonly Bar[],
  format: (price: number) => string,
  editing: Editing | null,
): Column<Bar>[] {
  const prices = bars.every(hasCloseAlone)
    ? ([['close', 'Price']] as const)
    : ([
        ['open', 'Open'],
        ['high', 'High'],
        ['low', 'Low'],
        ['close', 'Close'],
      ] as const);
  return [
    {
      key: 'date',
      title: 'Date',
      isText: true,
      sortBy: ({ date }) => date,
      cell: ({ date }) => formatDate(date),
    },
    ...prices.map(([name, title]) => ({
      key: name,
      title,
      sortBy: (bar: Bar) => bar[name],
      cell: (bar: Bar) => format(bar[name]),
    })),
    ...(editing ? [actionsColumn(editing)] : []),
  ];
}

function actionsColumn({ changes, edited, setEdited }: Editing): Column<Bar> {
  return {
    key: 'actions',
    title: 'Edit',
    cell: (bar) => (
      <span className="-my-1.5 flex justify-end pointer-coarse:-my-3">
        <IconButton
          label={`Edit ${formatDate(bar.date)}`}
          needsServer
          aria-expanded={bar.date === edited}
          onClick={() => setEdited(bar.date === edited ? null : bar.date)}
        >
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton
          label={`Delete ${formatDate(bar.date)}`}
          needsServer
          disabled={changes.isBusy}
          onClick={() => void changes.remove(bar)}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      </span>
    ),
  };
}
