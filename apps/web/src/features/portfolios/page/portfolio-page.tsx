import { Link } from '@tanstack/react-router';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { connectionSentence, errorSentence, serverStatus } from '#lib/api/server-error.ts';
import { usePeriodPerformance } from '../api/performance.ts';
import { usePortfolio } from '../api/queries.ts';
import { ChartSection } from './chart/chart-section.tsx';
import { Headline } from './headline/headline.tsx';
import { PortfolioHeader } from './portfolio-header.tsx';
import { PortfolioTabs } from './portfolio-tabs.tsx';
import type { PortfolioView } from './portfolio-view.ts';

/** Replaces the page of a portfolio that cannot be shown. */
function PortfolioProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = serverStatus(error) === 404;
  const detail = isMissing ? null : connectionSentence(error);
  return (
    <div
      role="alert"
      className="mx-auto flex min-h-[50dvh] max-w-[28rem] flex-col items-center justify-center gap-2 text-center"
    >
      <h1 className="text-xl font-semibold tracking-tight">
        {isMissing ? 'Portfolio Not Found' : 'Error Loading Portfolio'}
      </h1>
      <p className="text-muted">
        {isMissing
          ? 'You have no portfolio at this address. It may have been deleted.'
          : errorSentence(error, 'Failed to load portfolio')}
      </p>
      {detail && <p className="text-sm text-muted">{detail}</p>}
      <div className="mt-3">
        {isMissing ? (
          <Link to="/portfolios" className={buttonClass('primary')}>
            All portfolios
          </Link>
        ) : (
          <Button variant="primary" onClick={onRetry}>
            Retry
          </Button>
        )}
      </div>
    </div>
  );
}

interface PortfolioPageProps {
  portfolioId: string;
  view: PortfolioView;
  onView: (view: PortfolioView) => void;
}

/** A portfolio: its figures, its chart, and its parts in tabs. */
export function PortfolioPage({ portfolioId, view, onView }: PortfolioPageProps) {
  const { data: portfolio, error, refetch } = usePortfolio(portfolioId);
  const period = usePeriodPerformance(portfolioId, view.period);
  if (error && !portfolio) return <PortfolioProblem error={error} onRetry={refetch} />;
  if (!portfolio) return <PortfolioLoading />;
  return (
    <div className="space-y-5">
      <PortfolioHeader portfolio={portfolio} />
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
