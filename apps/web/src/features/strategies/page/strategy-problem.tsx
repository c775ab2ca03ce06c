import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { connectionSentence, errorSentence, serverStatus } from '#lib/api/server-error.ts';

/** Replaces the page of a strategy that cannot be shown. */
export function StrategyProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = serverStatus(error) === 404;
  const detail = isMissing ? null : connectionSentence(error);
  return (
    <div
      role="alert"
      className="mx-auto flex min-h-[50dvh] max-w-[28rem] flex-col items-center justify-center gap-2 text-center"
    >
      <h1 className="text-xl font-semibold tracking-tight">
        {isMissing ? 'Strategy Not Found' : 'Error Loading Strategy'}
      </h1>
      <p className="text-muted">
        {isMissing
          ? 'You have no strategy at this address. It may have been deleted.'
          : errorSentence(error, 'Failed to load strategies')}
      </p>
      {detail && <p className="text-sm text-muted">{detail}</p>}
      <div className="mt-3">
        {isMissing ? (
          <Link to="/strategies" className={buttonClass('primary')}>
            All strategies
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
