import { connectionSentence, errorSentence } from '#lib/api/server-error.ts';
import { ErrorBox } from './error-box.tsx';

interface QueryErrorProps {
  error: unknown;
  /** The message if the server sent none. */
  fallback: string;
  onRetry?: (() => void) | undefined;
  className?: string;
}

/** The error of a failed call, with the reason of a network error below it. */
export function QueryError({ error, fallback, onRetry, className }: QueryErrorProps) {
  return (
    <ErrorBox
      message={errorSentence(error, fallback)}
      detail={connectionSentence(error)}
      onRetry={onRetry}
      className={className}
    />
  );
}
