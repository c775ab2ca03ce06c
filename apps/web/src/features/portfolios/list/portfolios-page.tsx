import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton, Spinner } from '#components/feedback/spinner.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { usePortfolioValues } from '../api/queries.ts';
import { TryExample } from '../example/example.tsx';
import { AddPortfolioDialog } from './add-portfolio-dialog.tsx';
import { OverviewCard, PortfolioCard } from './portfolio-card.tsx';

/** All portfolios of the user. */
export function PortfoliosPage() {
  const { data, error, isPending, refetch } = usePortfolioValues();
  const [isAdding, setIsAdding] = useState(false);
  const portfolios = data?.portfolios;
  const asOf = portfolios
    ?.flatMap(({ as_of }) => as_of ?? [])
    .sort()
    .at(-1);
  return (
    <div className="space-y-6">
      <PageHeader
        title="Portfolios"
        badge="Preview"
        sentence={
          // The height of the whole sentence on a phone.
          <span className="block min-h-10 sm:min-h-5">
            What you hold, what it cost, what it returned
            {asOf === undefined ? '' : `, at the close of ${formatDate(asOf)}`}
          </span>
        }
        actions={
          <>
            <MoveInLink />
            <Button variant="primary" onClick={() => setIsAdding(true)}>
              <Plus aria-hidden="true" /> Add Portfolio
            </Button>
          </>
        }
      />
      <QueryError error={error} fallback="Failed to load portfolios" onRetry={refetch} />
      {isPending && <PortfoliosLoading />}
      {portfolios?.length === 0 && (
        <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-edge px-6 py-12 text-center text-sm text-muted">
          <p>No portfolios yet. Add one, or import a file.</p>
          <MoveInLink />
          <TryExample />
        </div>
      )}
      {portfolios && portfolios.length > 0 && (
        <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
          {portfolios.length > 1 && (
            <li className="grid grid-cols-1">
              <OverviewCard />
            </li>
          )}
          {portfolios.map((portfolio) => (
            <li key={portfolio.id} className="grid grid-cols-1">
              <PortfolioCard portfolio={portfolio} />
            </li>
          ))}
        </ul>
      )}
      {isAdding && <AddPortfolioDialog onClose={() => setIsAdding(false)} />}
    </div>
  );
}

function MoveInLink() {
  return (
    <Link to="/portfolios/move-in/{-$moveId}" params={{ moveId: undefined }} className={buttonClass()}>
      Move from another program
    </Link>
  );
}

/** Placeholder of the cards. */
function PortfoliosLoading() {
  return (
    <div className="relative grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
      <Skeleton className="h-52 rounded-lg" />
      <Skeleton className="h-52 rounded-lg max-md:hidden" />
      <Skeleton className="h-52 rounded-lg max-xl:hidden" />
      <Spinner text="Loading portfolios..." className="absolute inset-x-0 top-14" />
    </div>
  );
}
