import type { Portfolio } from '@stockbook/api/schemas';
import { QueryError } from '#components/feedback/error-box.tsx';
import { PaleWhileBusy } from '#components/feedback/pale-while-busy.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Card } from '#components/ui/card.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { usePerformanceDetails, usePeriodPerformance } from '../api/performance.ts';
import type { Period } from '../periods.ts';
import { SimulatedBadge } from '../simulated-badge.tsx';
import { Contributions } from './contributions.tsx';
import { DayTable } from './day-table.tsx';
import { ReturnsTable } from './returns-table.tsx';
import { Benchmark, Risk } from './risk.tsx';

interface PerformanceTabProps {
  portfolio: Portfolio;
  period: Period;
}

/** Contributions, returns by year and month, risk and the day table of the chosen period. */
export function PerformanceTab({ portfolio, period }: PerformanceTabProps) {
  const { performance, since, isOld, error, retry } = usePeriodPerformance(portfolio.id, period);
  const details = usePerformanceDetails(portfolio.id, since);
  const { currency } = portfolio;
  if (!performance) {
    return error ? (
      <QueryError error={error} fallback="Failed to load performance" onRetry={retry} />
    ) : (
      <PerformanceLoading />
    );
  }
  const years = details.data?.details?.years;
  return (
    <div className="space-y-4">
      <QueryError error={error} fallback="Failed to load performance" onRetry={retry} />
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {formatDate(performance.since)} to {formatDate(performance.until)}
        <SimulatedBadge warnings={performance.warnings} />
      </p>
      <PaleWhileBusy isBusy={isOld} className="space-y-4">
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <Card title="Contributions">
            <Contributions performance={performance} currency={currency} />
          </Card>
          <div className="space-y-4">
            <Card title="Risk">
              <Risk performance={performance} />
            </Card>
            <Card title="Against the benchmark">
              <Benchmark performance={performance} currency={currency} />
            </Card>
          </div>
        </div>
        <Card title="Returns by year and month">
          <QueryError error={details.error} fallback="Failed to load performance" onRetry={details.refetch} />
          {!years && !details.error && <Skeleton className="h-24" />}
          {years?.length === 0 && (
            <p className="text-sm text-muted">
              There is no day with capital that a return could be measured on.
            </p>
          )}
          {years && years.length > 0 && <ReturnsTable years={years} />}
        </Card>
      </PaleWhileBusy>
      <DayTable key={since} portfolio={portfolio} since={since} />
    </div>
  );
}

function PerformanceLoading() {
  return (
    <div className="space-y-4">
      <Skeleton className="h-5 w-60" />
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
