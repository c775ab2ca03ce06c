import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { Button } from '#components/ui/button.tsx';
import { stockTaskStep } from '#lib/api/stock-task.ts';
import { trpc } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { isOwnSymbol } from '#lib/data-source.ts';
import { useRefreshStock } from '../api/tasks.ts';

/** Whether the user enters the prices of a stock, which no refresh can change. */
function useIsEntered(symbol: string): boolean {
  const { data } = trpc.instruments.get.useQuery({ symbol }, { enabled: isOwnSymbol(symbol) });
  return data?.pricing === 'entered';
}

/** Fetches new data from the provider and shows the progress. */
export function RefreshButton({ symbol }: { symbol: string }) {
  const { alert } = useAlerts();
  const { state, isBusy, start } = useRefreshStock(symbol);
  const isEntered = useIsEntered(symbol);
  const task = state.status === 'running' ? state.task : null;

  useEffect(() => {
    if (state.status === 'failed') alert(state.message);
  }, [state, alert]);

  return (
    <>
      {/* Not the title of the button: the row of tools has narrow buttons with titles, and disabled ones show none. */}
      <span title={isEntered ? 'You enter these prices' : undefined}>
        <Button
          className="max-sm:px-2.5 desk:@max-[56rem]/tools:px-2.5 desk:@max-[56rem]/tools:[&_svg]:hidden"
          disabled={isBusy || isEntered}
          onClick={() => start({ symbol })}
          needsServer
        >
          <RefreshCw aria-hidden="true" className={cn(isBusy && 'animate-spin')} /> Refresh Data
        </Button>
      </span>
      {/* Always rendered: screen readers announce only changes of a live region. On a phone, beside the button. */}
      <span
        role="status"
        className="text-sm text-muted empty:sr-only max-sm:line-clamp-3 max-sm:basis-14 max-sm:grow max-sm:text-xs max-sm:leading-tight"
      >
        {isBusy && (stockTaskStep(task) ?? 'Refreshing data...')}
      </span>
    </>
  );
}
