import type { SignalEntry } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { memo } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { cn } from '#lib/cn.ts';
import { capitalize } from '#lib/format/words.ts';

interface InboxEntryProps {
  entry: SignalEntry;
  onRead: (ids: string[]) => void;
}

/** The sentence without the symbol at its start, which the entry shows above it. */
function sentenceBelow({ symbol, sentence }: SignalEntry): string {
  const start = `${symbol}: `;
  return capitalize(sentence.startsWith(start) ? sentence.slice(start.length) : sentence);
}

/** A signal or a notice. The link covers the whole entry; the button is stacked above it. */
export const InboxEntry = memo(function InboxEntry({ entry, onRead }: InboxEntryProps) {
  const { id, kind, symbol, bar_date, is_read } = entry;
  const markRead = () => !is_read && onRead([id]);
  return (
    <li
      className={cn(
        'relative flex min-h-16 items-start gap-3 py-3 pr-2 pl-4 transition-colors sm:pl-5',
        'has-[a:hover]:bg-sunken/60 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-accent',
      )}
    >
      <span
        aria-hidden="true"
        className={cn('mt-2 size-2 shrink-0 rounded-full', is_read ? 'bg-transparent' : 'bg-accent')}
      />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 leading-6">
          {symbol ? (
            <Link
              to="/stocks/$symbol"
              params={{ symbol }}
              search={kind === 'signal' ? { date: bar_date } : {}}
              onClick={markRead}
              className={cn('outline-none after:absolute after:inset-0', !is_read && 'font-semibold')}
            >
              {symbol}
            </Link>
          ) : (
            <span className={cn(!is_read && 'font-semibold')}>Stockbook</span>
          )}
          {!is_read && <span className="sr-only">Unread</span>}
          {kind === 'notice' && <Badge>Notice</Badge>}
          {entry.data_source === 'simulated' && <Badge tone="warn">Simulated data</Badge>}
        </p>
        <p className={cn('numeric text-sm', is_read && 'text-muted')}>{sentenceBelow(entry)}</p>
      </div>
      <IconButton label="Mark as read" onClick={markRead} className={cn('relative', is_read && 'invisible')}>
        <Check aria-hidden="true" />
      </IconButton>
    </li>
  );
});
