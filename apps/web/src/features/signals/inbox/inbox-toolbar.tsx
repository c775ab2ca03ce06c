import { CheckCheck } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import type { InboxFilter } from '../api/inbox.ts';

const readFilters = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

interface InboxToolbarProps {
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
  /** The symbols to choose from. */
  symbols: readonly string[];
  canMarkRead: boolean;
  onMarkAllRead: () => void;
}

/** The filters of the inbox, and the button that marks everything as read. */
export function InboxToolbar({ filter, onFilter, symbols, canMarkRead, onMarkAllRead }: InboxToolbarProps) {
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
