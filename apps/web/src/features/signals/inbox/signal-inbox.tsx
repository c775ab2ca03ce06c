import type { SignalEntry } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { Check, CheckCheck } from 'lucide-react';
import { memo, type RefObject, useRef } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { PaleWhileBusy } from '#components/feedback/pale-while-busy.tsx';
import { Badge, OwnBadge } from '#components/ui/badge.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { useShortcuts } from '#hooks/use-shortcuts.ts';
import { cn } from '#lib/cn.ts';
import { formatDate, formatTime } from '#lib/format/dates.ts';
import { formatPercent } from '#lib/format/numbers.ts';
import { capitalize } from '#lib/format/words.ts';
import { useIsOffline } from '#lib/session/session-context.ts';
import { type InboxFilter, useInbox, useMarkRead } from '../api/inbox.ts';
import { ruleElementId } from '../rules/rule-element.ts';
import { SignalsEmpty, SignalsLoading } from '../signals-states.tsx';
import { useChangesSince } from './changes-since.ts';

interface InboxEntryProps {
  entry: SignalEntry;
  /** The change of the close since the signal, in percent; null if it is not known. */
  since: number | null;
  onRead: (ids: string[]) => void;
}

/** The sentence without the symbol at its start, which the entry shows above it. */
function sentenceBelow({ symbol, sentence }: SignalEntry): string {
  const start = `${symbol}: `;
  return capitalize(sentence.startsWith(start) ? sentence.slice(start.length) : sentence);
}

/** A signal or a notice. The link covers the whole entry; the button is stacked above it. */
const InboxEntry = memo(function InboxEntry({ entry, since, onRead }: InboxEntryProps) {
  const { id, kind, symbol, bar_date, is_read, side } = entry;
  const markRead = () => !is_read && onRead([id]);
  return (
    <li
      data-entry={id}
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
          {symbol && <OwnBadge symbol={symbol} />}
          {!is_read && <span className="sr-only">Unread</span>}
          {entry.price_time !== null && (
            <span className="numeric text-xs text-muted">{formatTime(entry.price_time)}</span>
          )}
          {kind === 'notice' && <Badge>Notice</Badge>}
          {side && (
            <Badge tone={side === 'entry' ? 'good' : 'warn'}>{side === 'entry' ? 'Buy' : 'Sell'}</Badge>
          )}
          {entry.data_source === 'simulated' && <Badge tone="warn">Simulated data</Badge>}
        </p>
        <p className={cn('text-sm', is_read && 'text-muted')}>{sentenceBelow(entry)}</p>
        {entry.correction !== null && <p className="text-sm text-muted">{entry.correction}</p>}
        {since !== null && (
          <p className="text-xs text-muted">
            Since then{' '}
            <span className={cn('numeric font-medium', since >= 0 ? 'text-up' : 'text-down')}>
              {formatPercent(since)}
            </span>
          </p>
        )}
        {entry.rules.length > 0 && (
          <ul aria-label="Rules" className="relative mt-1 flex flex-wrap gap-x-3 text-xs">
            {entry.rules.map((rule) => (
              <li key={rule.id}>
                <Link
                  to="/signals"
                  search={{ tab: 'rules' }}
                  hash={ruleElementId(rule.id)}
                  className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
                >
                  {capitalize(rule.name)}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <IconButton
        label="Mark as read"
        needsServer
        onClick={markRead}
        className={cn('relative', is_read && 'invisible')}
      >
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
      <Button variant="quiet" needsServer disabled={!canMarkRead} onClick={onMarkAllRead} className="ml-auto">
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

/** `j` and `k` move between the entries, `e` marks one as read and goes on to the next. */
function useInboxKeys(
  list: RefObject<HTMLElement | null>,
  entries: readonly SignalEntry[] | undefined,
  onRead: (ids: string[]) => void,
): void {
  const focusedIndex = (items: readonly HTMLElement[]) =>
    items.findIndex((item) => item.contains(document.activeElement));
  const move = (step: number) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
    const index = focusedIndex(items);
    const next = items[index < 0 ? 0 : index + step];
    next?.querySelector<HTMLElement>('a, button')?.focus();
    next?.scrollIntoView({ block: 'nearest' });
    return next !== undefined;
  };
  const read = () => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
    const id = items[focusedIndex(items)]?.dataset.entry;
    const entry = entries?.find((each) => each.id === id);
    if (!entry) return false;
    if (!entry.is_read) onRead([entry.id]);
    move(1);
    return true;
  };
  useShortcuts({ j: () => move(1), k: () => move(-1), e: read });
}

const ignore = () => {};

interface SignalInboxProps {
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
  symbols: readonly string[];
}

/** The signals and notices of the user by day, newest first. */
export function SignalInbox({ filter, onFilter, symbols }: SignalInboxProps) {
  const { entries, error, isPending, isPlaceholderData, ...query } = useInbox(filter);
  const { markRead: mark, markAllRead, isPending: isMarking } = useMarkRead();
  const isOffline = useIsOffline();
  const markRead = isOffline ? ignore : mark;
  const changes = useChangesSince(entries);
  const list = useRef<HTMLDivElement>(null);
  useInboxKeys(list, entries, markRead);
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
          <div ref={list}>
            {groupByDay(entries).map((day) => (
              <section key={day.date} aria-labelledby={`day-${day.date}`} className="mb-5">
                <h2 id={`day-${day.date}`} className="mb-2 text-sm font-medium text-muted">
                  {formatDate(day.date)}
                </h2>
                <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card">
                  {day.entries.map((entry) => (
                    <InboxEntry
                      key={entry.id}
                      entry={entry}
                      since={changes.get(entry.id) ?? null}
                      onRead={markRead}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </div>
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
