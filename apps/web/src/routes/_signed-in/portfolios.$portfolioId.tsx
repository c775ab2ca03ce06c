import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { PortfolioPage } from '#features/portfolios/page/portfolio-page.tsx';
import { type PortfolioView, portfolioTabs } from '#features/portfolios/page/portfolio-view.ts';
import { periods } from '#features/portfolios/periods.ts';
import { readFilter, type TransactionFilter } from '#features/portfolios/transactions/read-filter.ts';
import { usePageTitle } from '#hooks/use-page-title.ts';

const defaults: PortfolioView = { tab: 'holdings', period: 'ALL', view: 'value' };

type PortfolioSearch = {
  [Name in keyof PortfolioView]?: PortfolioView[Name] | undefined;
} & TransactionFilter;

export const Route = createFileRoute('/_signed-in/portfolios/$portfolioId')({
  // Overwrites an invalid value with undefined: the router would keep a parameter that is missing here.
  validateSearch: (search: Record<string, unknown>): PortfolioSearch => ({
    tab: portfolioTabs.find(({ value }) => value === search.tab)?.value,
    period: periods.find((period) => period === search.period),
    view: search.view === 'return' ? 'return' : undefined,
    ...readFilter(search),
  }),
  search: { middlewares: [stripSearchParams(defaults)] },
  staticData: { back: { to: '/portfolios', label: 'Back to portfolios' } },
  // Resets all component state when the portfolio changes.
  remountDeps: ({ params }) => params,
  component: Portfolio,
});

function Portfolio() {
  const { portfolioId } = Route.useParams();
  const { tab, period, view } = Route.useSearch();
  const navigate = Route.useNavigate();
  usePageTitle('Portfolio');
  return (
    <PortfolioPage
      portfolioId={portfolioId}
      view={{
        tab: tab ?? defaults.tab,
        period: period ?? defaults.period,
        view: view ?? defaults.view,
      }}
      onView={(next) =>
        void navigate({
          // Another tab has no filter.
          search: (before) => (next.tab === (before.tab ?? defaults.tab) ? { ...before, ...next } : next),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
