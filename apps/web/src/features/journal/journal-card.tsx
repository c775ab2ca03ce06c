import type { JournalEntry } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Spinner } from '#components/feedback/spinner.tsx';
import { Card } from '#components/ui/card.tsx';
import { useStockJournal } from './api.ts';
import { EntryItem } from './entry-item.tsx';
import { AddEntryButton, EntryForm, KeptDraft, noEntries, useNewEntry } from './new-entry.tsx';

/** Entries shown in the card: the newest ones. */
const maxShown = 3;

const none: readonly JournalEntry[] = [];

interface JournalCardProps {
  symbol: string;
  /** Receives the entries about the stock, for the marks of its chart. */
  onEntries: (entries: readonly JournalEntry[]) => void;
  /** The ids of the entries whose mark on the chart was clicked, a new set with each click. */
  openedIds: ReadonlySet<string>;
}

/** The newest entries about a stock, and those that were opened on its chart. */
export function JournalCard({ symbol, onEntries, openedIds }: JournalCardProps) {
  const { data, error, isPending, refetch } = useStockJournal(symbol);
  const newEntry = useNewEntry(symbol);
  const entries = data?.entries ?? none;
  useEffect(() => onEntries(entries), [onEntries, entries]);
  const shown = useMemo(
    () => entries.filter(({ id }, index) => index < maxShown || openedIds.has(id)),
    [entries, openedIds],
  );
  useEffect(() => {
    const [first] = openedIds;
    document.getElementById(`entry-${first}`)?.focus();
  }, [openedIds]);
  return (
    <Card title="Journal" actions={<AddEntryButton newEntry={newEntry} isMain={false} />}>
      {newEntry.isOpen && (
        <EntryForm entry={null} symbol={symbol} onClose={() => newEntry.setIsOpen(false)} />
      )}
      <KeptDraft newEntry={newEntry} />
      <QueryError error={error} fallback="Failed to load journal" onRetry={refetch} />
      {isPending && <Spinner size="sm" text="Loading journal..." className="py-4" />}
      {data?.entries.length === 0 && <p className="text-sm text-muted">{noEntries}</p>}
      {entries.length > 0 && (
        <>
          <ul className="divide-y divide-line">
            {shown.map((entry) => (
              <EntryItem key={entry.id} entry={entry} hasSymbol={false} headingLevel={3} />
            ))}
          </ul>
          <Link
            to="/journal"
            search={{ symbol }}
            className="mt-2 inline-flex h-6 items-center text-sm font-medium text-accent hover:underline pointer-coarse:h-11"
          >
            Show all
          </Link>
        </>
      )}
    </Card>
  );
}
