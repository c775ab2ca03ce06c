import { createFileRoute } from '@tanstack/react-router';
import { MatchingPanel } from '../../features/signals/matching/matching-panel.tsx';
import { MatchingSelect } from '../../features/signals/matching/matching-select.tsx';
import { useMatching } from '../../features/signals/matching/use-matching.ts';
import { WatchList } from '../../features/stocks/watch-list/watch-list.tsx';
import { usePageTitle } from '../../hooks/use-page-title.ts';

interface StocksSearch {
  /** The rule that the shown stocks match. */
  matching?: string | undefined;
}

export const Route = createFileRoute('/_signed-in/stocks/')({
  validateSearch: (search: Record<string, unknown>): StocksSearch => ({
    matching: typeof search.matching === 'string' && search.matching ? search.matching : undefined,
  }),
  staticData: { back: { to: '/dashboard', label: 'Back to dashboard' } },
  component: Stocks,
});

function Stocks() {
  const { matching: when } = Route.useSearch();
  const navigate = Route.useNavigate();
  const matching = useMatching({
    when,
    onWhen: (next) => navigate({ search: { matching: next }, replace: true, resetScroll: false }),
  });
  usePageTitle('Stock Tracking');
  return (
    <WatchList
      matching={{
        since: matching.since,
        select: <MatchingSelect matching={matching} />,
        renderPanel: (stockCount) => <MatchingPanel matching={matching} stockCount={stockCount} />,
        clear: () => matching.choose(undefined),
      }}
    />
  );
}
