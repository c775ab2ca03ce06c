import type { JournalEntry } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { LinkedText } from '#components/ui/linked-text.tsx';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { changePercent, formatPercent } from '#lib/format/numbers.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { useDeleteEntry } from './api.ts';
import { useEntryDraft } from './draft.ts';
import { kinds } from './kinds.ts';
import { EntryForm } from './new-entry.tsx';

/** The close of the day of an entry, the last one, and the change between them; null without both. */
export function sinceThen({ close, last_close: last, ...stock }: JournalEntry): string | null {
  if (close === null || last === null) return null;
  const { format } = priceFormat({ ...stock, recent_closes: [close, last] });
  return `${format(close)} → ${format(last)}, ${formatPercent(changePercent(last, close))}`;
}

interface EntryItemProps {
  entry: JournalEntry;
  /** Whether the page is about more than its stock. */
  hasSymbol: boolean;
  headingLevel: 3 | 4;
}

/** One entry: its day, stock and kind, its text, and what the price did since. */
export function EntryItem({ entry, hasSymbol, headingLevel }: EntryItemProps) {
  const { draft } = useEntryDraft(entry, entry.symbol);
  const [isOpened, setIsOpened] = useState(draft !== null);
  const deleteEntry = useDeleteEntry();
  const Heading = `h${headingLevel}` as const;
  const kind = kinds.find(({ value }) => value === entry.kind);
  const since = sinceThen(entry);
  const change = changePercent(entry.last_close, entry.close) ?? 0;
  return (
    <li
      id={`entry-${entry.id}`}
      tabIndex={-1}
      className="scroll-mt-20 space-y-1 rounded-sm py-3 target:bg-accent-soft"
    >
      <div className="flex flex-wrap items-center gap-x-2.5">
        <Heading className="flex items-center gap-2.5 text-sm font-semibold">
          {hasSymbol && (
            <Link
              to="/stocks/$symbol"
              params={{ symbol: entry.symbol }}
              search={{ date: entry.day }}
              title={entry.name ?? undefined}
              className="inline-flex min-h-6 items-center text-accent hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              {entry.symbol}
            </Link>
          )}
          <time dateTime={entry.day}>{formatDate(entry.day)}</time>
        </Heading>
        {entry.kind !== 'note' && <Badge tone="accent">{kind?.label}</Badge>}
        <div className="ml-auto flex">
          <IconButton label="Edit entry" onClick={() => setIsOpened(true)}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton label="Delete entry" onClick={() => void deleteEntry(entry)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      {isOpened ? (
        <EntryForm entry={entry} symbol={entry.symbol} onClose={() => setIsOpened(false)} />
      ) : (
        <p className="text-sm break-words whitespace-pre-line">
          <LinkedText text={entry.text} marked={entry.highlights ?? []} />
        </p>
      )}
      {since && (
        <p className="numeric text-xs text-muted">
          Since then: <span className={cn(change < 0 ? 'text-down' : 'text-up')}>{since}</span>
        </p>
      )}
      {!isOpened && draft && (
        <p className="text-xs text-muted">Your unsaved draft is kept. Edit continues it.</p>
      )}
    </li>
  );
}
