import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type JournalAddress, JournalPage } from '#features/journal/journal-page.tsx';
import { kindOf } from '#features/journal/kinds.ts';
import { useWatchList } from '#features/stocks/api/watch-list.ts';
import { usePageTitle } from '#hooks/use-page-title.ts';

export const Route = createFileRoute('/_signed-in/journal')({
  // Overwrites an invalid value with undefined: the router would keep a parameter that is missing here.
  validateSearch: (search: Record<string, unknown>): JournalAddress => ({
    symbol: typeof search.symbol === 'string' ? search.symbol.toUpperCase() : undefined,
    kind: kindOf(search.kind),
  }),
  component: Journal,
});

function Journal() {
  const filter = Route.useSearch();
  const navigate = Route.useNavigate();
  const { items } = useWatchList();
  const symbols = useMemo(() => items?.map(({ stock }) => stock.symbol) ?? [], [items]);
  usePageTitle('Journal');
  return (
    <JournalPage
      filter={filter}
      onFilter={(search) => void navigate({ search, replace: true, resetScroll: false })}
      symbols={symbols}
    />
  );
}
