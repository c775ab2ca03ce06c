import { Link } from '@tanstack/react-router';
import { QueryError } from '#components/feedback/error-box.tsx';
import { PageProblem } from '#components/feedback/page-problem.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { usePeriodPerformance } from '../api/performance.ts';
import { usePortfolio } from '../api/queries.ts';
import { ExampleNotice } from '../example/example.tsx';
import { ChartSection } from './chart/chart-section.tsx';
import { Headline } from './headline/headline.tsx';
import { PortfolioHeader } from './portfolio-header.tsx';
import { PortfolioTabs } from './portfolio-tabs.tsx';
import type { PortfolioView } from './portfolio-view.ts';

interface PortfolioPageProps {
  portfolioId: string;
  view: PortfolioView;
  onView: (view: PortfolioView) => void;
}

/** A portfolio: its figures, its chart, and its parts in tabs. */
export function PortfolioPage({ portfolioId, view, onView }: PortfolioPageProps) {
  const { data: portfolio, error, refetch } = usePortfolio(portfolioId);
  const period = usePeriodPerformance(portfolioId, view.period);
  if (error && !portfolio) {
    return (
      <PageProblem
        subject="portfolio"
        error={error}
        fallback="Failed to load portfolio"
        listLink={
          <Link to="/portfolios" className={buttonClass('primary')}>
            All portfolios
          </Link>
        }
        onRetry={refetch}
      />
    );
  }
  if (!portfolio) return <PortfolioLoading />;
  return (
    <div className="space-y-5">
      <PortfolioHeader portfolio={portfolio} />
      {portfolio.is_example && <ExampleNotice portfolio={portfolio} />}
      <QueryError error={error} fallback="Failed to load portfolio" onRetry={refetch} />
      <Headline
        portfolio={portfolio}
        period={period}
        onShowDays={() => onView({ ...view, tab: 'performance' })}
      />
      <ChartSection
        portfolio={portfolio}
        period={period}
        choice={view}
        onChoose={(choice) => onView({ ...view, ...choice })}
        noBenchmark="Choose a benchmark in the settings of the portfolio to compare with it."
      />
      <PortfolioTabs
        portfolio={portfolio}
        period={view.period}
        tab={view.tab}
        onChange={(tab) => onView({ ...view, tab })}
      />
    </div>
  );
}

/** Placeholder with the heights of the page. */
function PortfolioLoading() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading portfolio...</span>
      <Skeleton className="h-9 rounded-lg" />
      <Skeleton className="h-96 rounded-lg sm:h-74 lg:h-52" />
      <Skeleton className="h-105 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
