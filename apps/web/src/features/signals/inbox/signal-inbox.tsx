import type { SignalEntry } from '@stockbook/api/schemas';
import { QueryError } from '#components/feedback/error-box.tsx';
import { PaleWhileBusy } from '#components/feedback/pale-while-busy.tsx';
import { Button } from '#components/ui/button.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { type InboxFilter, useInbox, useMarkRead } from '../api/inbox.ts';
import { SignalsEmpty, SignalsLoading } from '../signals-states.tsx';
import { InboxEntry } from './inbox-entry.tsx';
import { InboxToolbar } from './inbox-toolbar.tsx';

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
  /** The symbols to filter by. */
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
              <h2 id={`day-${day.date}`} className="numeric mb-2 text-sm font-medium text-muted">
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
