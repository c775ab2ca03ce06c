import { Spinner } from '../../../components/feedback/spinner.tsx';
import { Button } from '../../../components/ui/button.tsx';

export function StockLoading() {
  return <Spinner text="Loading stock information..." className="min-h-[60dvh]" />;
}

/** Replaces the page of a stock that cannot be shown. */
export function StockProblem({
  title,
  message,
  detail,
  canRetry,
}: {
  title: string;
  message: string;
  detail?: string | null;
  canRetry: boolean;
}) {
  return (
    <div
      role="alert"
      className="mx-auto flex min-h-[50dvh] max-w-[28rem] flex-col items-center justify-center gap-2 text-center"
    >
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <p className="text-muted">{message}</p>
      {detail && <p className="text-sm text-muted">{detail}</p>}
      {canRetry && (
        <Button variant="primary" className="mt-3" onClick={() => window.location.reload()}>
          Retry
        </Button>
      )}
    </div>
  );
}
