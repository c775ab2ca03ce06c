import { useMemo, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Spinner } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { SearchField } from '#components/ui/search-field.tsx';
import { LabelledOptions, Select } from '#components/ui/select.tsx';
import { useDebounced } from '#hooks/use-debounced.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { type JournalFilter, useJournal } from './api.ts';
import { EntryItem } from './entry-item.tsx';
import { kindOf, kinds } from './kinds.ts';
import { byMonth } from './months.ts';
import { AddEntryButton, EntryForm, KeptDraft, noEntries, useNewEntry } from './new-entry.tsx';

/** Each change of the search asks the server again, after a pause in typing. */
const searchDelayMs = 250;

/** The filter in the address. */
export type JournalAddress = Pick<JournalFilter, 'symbol' | 'kind'>;

interface JournalPageProps {
  filter: JournalAddress;
  onFilter: (filter: JournalAddress) => void;
  /** The stocks to choose from. */
  symbols: readonly string[];
}

/** All entries by month, with a search and filters. */
export function JournalPage({ filter, onFilter, symbols }: JournalPageProps) {
  const newEntry = useNewEntry('');
  const [search, setSearch] = useState('');
  const q = useDebounced(search, searchDelayMs);
  const { entries, data, error, isPending, refetch, ...more } = useJournal({ ...filter, q });
  const months = useMemo(() => byMonth(entries ?? []), [entries]);
  const isFiltered = filter.symbol !== undefined || filter.kind !== undefined || q.trim() !== '';
  const total = data?.pages.at(-1)?.total ?? 0;
  return (
    <div className="max-w-[52rem] space-y-4">
      <PageHeader
        title="Journal"
        badge="Preview"
        sentence="What you thought, and when"
        actions={<AddEntryButton newEntry={newEntry} isMain />}
      />
      {newEntry.isOpen && (
        <section
          aria-label="New entry"
          className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
        >
          <EntryForm entry={null} symbol="" onClose={() => newEntry.setIsOpen(false)} />
        </section>
      )}
      <KeptDraft newEntry={newEntry} />
      <Filters filter={filter} onFilter={onFilter} symbols={symbols} search={search} onSearch={setSearch} />
      <QueryError error={error} fallback="Failed to load journal" onRetry={refetch} />
      {isPending && <Spinner text="Loading journal..." className="py-16" />}
      <p role="status" className="text-sm text-muted empty:sr-only">
        {isFiltered && entries && (total === 1 ? '1 entry' : `${formatCount(total)} entries`)}
      </p>
      {entries?.length === 0 && !isFiltered && (
        <p className="rounded-lg border border-dashed border-edge px-6 py-12 text-center text-sm text-muted">
          {noEntries}
        </p>
      )}
      {months.map(({ key, title, entries: ofMonth }) => (
        <section key={key} aria-labelledby={`month-${key}`}>
          <h2 id={`month-${key}`} className="mb-1.5 text-sm font-semibold text-muted">
            {title}
          </h2>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface px-4 shadow-card sm:px-5">
            {ofMonth.map((entry) => (
              <EntryItem key={entry.id} entry={entry} hasSymbol headingLevel={3} />
            ))}
          </ul>
        </section>
      ))}
      {more.hasNextPage && (
        <Button disabled={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
          {more.isFetchingNextPage ? 'Loading journal...' : 'Show more'}
        </Button>
      )}
    </div>
  );
}

interface FiltersProps extends JournalPageProps {
  search: string;
  onSearch: (search: string) => void;
}

function Filters({ filter, onFilter, symbols, search, onSearch }: FiltersProps) {
  const offered = [...new Set([...symbols, ...(filter.symbol ? [filter.symbol] : [])])].sort();
  return (
    <div className="flex flex-wrap items-center gap-2.5 print:hidden">
      <SearchField
        label="Search your journal"
        value={search}
        maxLength={200}
        onChange={(event) => onSearch(event.target.value)}
        className="min-w-48 grow"
      />
      <Select
        size="sm"
        aria-label="Kind"
        className="w-32"
        value={filter.kind ?? ''}
        onChange={({ target }) => onFilter({ ...filter, kind: kindOf(target.value) })}
      >
        <option value="">All kinds</option>
        <LabelledOptions choices={kinds} />
      </Select>
      <Select
        size="sm"
        aria-label="Stock"
        className="w-36"
        value={filter.symbol ?? ''}
        onChange={({ target }) => onFilter({ ...filter, symbol: target.value || undefined })}
      >
        <option value="">All stocks</option>
        {offered.map((symbol) => (
          <option key={symbol} value={symbol}>
            {symbol}
          </option>
        ))}
      </Select>
    </div>
  );
}
