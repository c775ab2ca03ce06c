import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useAlerts } from '../../../components/feedback/alerts.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { cn } from '../../../lib/cn.ts';
import { useRefreshStock } from '../api.ts';

const initialMessage = 'Refreshing data...';

/** Fetches new data from the provider and shows the progress. */
export function RefreshButton({ symbol }: { symbol: string }) {
  const { alert } = useAlerts();
  const [message, setMessage] = useState(initialMessage);
  const { mutate, isPending } = useRefreshStock(symbol, (progress) => setMessage(progress.message));

  function refresh() {
    setMessage(initialMessage);
    mutate(undefined, { onError: (error) => alert(error.message) });
  }

  return (
    <>
      <Button disabled={isPending} onClick={refresh}>
        <RefreshCw aria-hidden="true" className={cn(isPending && 'animate-spin')} /> Refresh Data
      </Button>
      {/* Always rendered: screen readers announce only changes of a live region. */}
      <span role="status" className="text-sm text-muted empty:sr-only">
        {isPending && message}
      </span>
    </>
  );
}
