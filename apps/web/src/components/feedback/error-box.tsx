import { connectionSentence, errorSentence } from '#lib/api/server-error.ts';
import { cn } from '#lib/cn.ts';
import { notPossibleOffline, useIsOffline } from '#lib/session/session-context.ts';
import { Button } from '../ui/button.tsx';
import { NoticeIcon } from './notice-icon.tsx';

interface ErrorBoxProps {
  message: string;
  /** A second sentence, for example the reason of a network error. */
  detail?: string | null | undefined;
  onRetry?: (() => void) | undefined;
  className?: string;
}

/** An error message, with a retry button if `onRetry` is given. */
export function ErrorBox({ message, detail, onRetry, className }: ErrorBoxProps) {
  return (
    <div
      role="alert"
      className={cn('flex items-center gap-3 rounded-md bg-down-soft px-3.5 py-2.5 text-sm', className)}
    >
      <NoticeIcon name="alert" className="size-4 shrink-0 text-down" />
      <div className="min-w-0 grow">
        <p className="font-medium text-down">{message}</p>
        {detail && <p className="text-ink">{detail}</p>}
      </div>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}

interface QueryErrorProps {
  error: unknown;
  /** The message if the server sent none. */
  fallback: string;
  onRetry?: (() => void) | undefined;
  className?: string;
}

/**
 * The error of a failed call, with the reason of a network error below it; nothing without an error. While the pages
 * are shown without the server, it has no button that repeats the call.
 */
export function QueryError({ error, fallback, onRetry, className }: QueryErrorProps) {
  const isOffline = useIsOffline();
  if (!error) return null;
  if (isOffline) return <p className={cn('text-sm text-muted', className)}>{notPossibleOffline}</p>;
  return (
    <ErrorBox
      message={errorSentence(error, fallback)}
      detail={connectionSentence(error)}
      onRetry={onRetry}
      className={className}
    />
  );
}
