import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { useOverview } from '../api/queries.ts';

/** Several portfolios as one. */
export function OverviewPage() {
  const { data, error, refetch } = useOverview();
  return (
    <div className="space-y-5">
      <PageHeader title="All portfolios" badge="Preview" />
      <QueryError error={error} fallback="Failed to load portfolios" onRetry={refetch} />
      {!data && !error && <Skeleton className="h-96 rounded-lg" />}
    </div>
  );
}
