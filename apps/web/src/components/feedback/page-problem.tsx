import type { ReactNode } from 'react';
import { connectionSentence, errorSentence, serverStatus } from '#lib/api/server-error.ts';
import { Button } from '../ui/button.tsx';

interface PageProblemProps {
  /** The noun of what the page shows, in lower case: `portfolio`. */
  subject: string;
  error: unknown;
  /** The message of a failure that is not the server's. */
  fallback: string;
  /** The link to all of them, offered if this one does not exist. */
  listLink: ReactNode;
  onRetry: () => void;
}

/** Replaces the page of something that cannot be shown. */
export function PageProblem({ subject, error, fallback, listLink, onRetry }: PageProblemProps) {
  const isMissing = serverStatus(error) === 404;
  const detail = isMissing ? null : connectionSentence(error);
  const title = subject.charAt(0).toUpperCase() + subject.slice(1);
  return (
    <div
      role="alert"
      className="mx-auto flex min-h-[50dvh] max-w-[28rem] flex-col items-center justify-center gap-2 text-center"
    >
      <h1 className="text-xl font-semibold tracking-tight">
        {isMissing ? `${title} Not Found` : `Error Loading ${title}`}
      </h1>
      <p className="text-muted">
        {isMissing
          ? `You have no ${subject} at this address. It may have been deleted.`
          : errorSentence(error, fallback)}
      </p>
      {detail && <p className="text-sm text-muted">{detail}</p>}
      <div className="mt-3">
        {isMissing ? (
          listLink
        ) : (
          <Button variant="primary" onClick={onRetry}>
            Retry
          </Button>
        )}
      </div>
    </div>
  );
}
