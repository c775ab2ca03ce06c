import type { SignalEntry } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { Check, CheckCheck } from 'lucide-react';
import { memo } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { PaleWhileBusy } from '#components/feedback/pale-while-busy.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { capitalize } from '#lib/format/words.ts';
import { type InboxFilter, useInbox, useMarkRead } from '../api/inbox.ts';
import { SignalsEmpty, SignalsLoading } from '../signals-states.tsx';

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
const InboxEntry = memo(function InboxEntry({ entry, onRead }: InboxEntryProps) {
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
        <p className={cn('text-sm', is_read && 'text-muted')}>{sentenceBelow(entry)}</p>
      </div>
      <IconButton label="Mark as read" onClick={markRead} className={cn('relative', is_read && 'invisible')}>
        <Check aria-hidden="true" />
      </IconButton>
    </li>
  );
});

const readFilters = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

interface InboxToolbarProps {
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
  symbols: readonly string[];
  canMarkRead: boolean;
  onMarkAllRead: () => void;
}

/** The filters of the inbox, and the button that marks everything as read. */
function InboxToolbar({ filter, onFilter, symbols, canMarkRead, onMarkAllRead }: InboxToolbarProps) {
  const { symbol = '', isUnread } = filter;
  const choices = symbol === '' || symbols.includes(symbol) ? symbols : [symbol, ...symbols];
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Segmented
        label="Filter"
        options={readFilters}
        value={isUnread ? 'unread' : 'all'}
        onChange={(value) => onFilter({ ...filter, isUnread: value === 'unread' })}
      />
      <Select
        size="sm"
        aria-label="Stock"
        value={symbol}
        onChange={(event) => onFilter({ ...filter, symbol: event.target.value || undefined })}
        className="w-36"
      >
        <option value="">All stocks</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </Select>
      <Button variant="quiet" disabled={!canMarkRead} onClick={onMarkAllRead} className="ml-auto">
        <CheckCheck aria-hidden="true" /> <span className="max-sm:sr-only">Mark all as read</span>
      </Button>
    </div>
  );
}

interface InboxDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly entries: readonly SignalEntry[];
}

/** The entries by the date of their bars, in the order given. */
function groupByDay(entries: readonly SignalEntry[]): InboxDay[] {
  const days = Map.groupBy(entries, ({ bar_date }) => bar_date);
  return [...days].map(([date, ofDay]) => ({ date, entries: ofDay }));
}

interface SignalInboxProps {
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
  symbols: readonly string[];
}

/** The signals and notices of the user by day, newest first. */
export function SignalInbox({ filter, onFilter, symbols }: SignalInboxProps) {
  const { entries, error, isPending, isPlaceholderData, ...query } = useInbox(filter);
  const { markRead, markAllRead, isPending: isMarking } = useMarkRead();
  const newestDate = entries?.[0]?.bar_date;
  const unreadIds = entries?.filter(({ is_read }) => !is_read).map(({ id }) => id) ?? [];
  const isFiltered = filter.isUnread || filter.symbol !== undefined;

  function markShown() {
    // A date would also mark the entries of other stocks.
    if (filter.symbol !== undefined) markRead(unreadIds);
    else if (newestDate !== undefined) markAllRead(newestDate);
  }

  return (
    <div className="space-y-4">
      <InboxToolbar
        filter={filter}
        onFilter={onFilter}
        symbols={symbols}
        canMarkRead={unreadIds.length > 0 && !isMarking}
        onMarkAllRead={markShown}
      />
      <QueryError error={error} fallback="Failed to load signals" onRetry={query.refetch} />
      {isPending && <SignalsLoading />}
      {entries?.length === 0 && !isFiltered && <SignalsEmpty />}
      {entries?.length === 0 && isFiltered && (
        <div className="rounded-lg border border-dashed border-edge px-6 py-12 text-center">
          <p className="mb-4 text-sm text-muted">No signal matches.</p>
          <Button onClick={() => onFilter({ isUnread: false })}>Show all signals</Button>
        </div>
      )}
      {entries && entries.length > 0 && (
        <PaleWhileBusy isBusy={isPlaceholderData}>
          {groupByDay(entries).map((day) => (
            <section key={day.date} aria-labelledby={`day-${day.date}`} className="mb-5">
              <h2 id={`day-${day.date}`} className="mb-2 text-sm font-medium text-muted">
                {formatDate(day.date)}
              </h2>
              <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card">
                {day.entries.map((entry) => (
                  <InboxEntry key={entry.id} entry={entry} onRead={markRead} />
                ))}
              </ul>
            </section>
          ))}
          {query.hasNextPage && (
            <Button disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              {query.isFetchingNextPage ? 'Loading...' : 'Show more'}
            </Button>
          )}
        </PaleWhileBusy>
      )}
    </div>
  );
}
