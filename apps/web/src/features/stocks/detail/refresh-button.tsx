import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useAlerts } from '../../../components/feedback/alerts.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { cn } from '../../../lib/cn.ts';
import { useRefreshStock } from '../api.ts';

const firstMessage = 'Refreshing data...';

/** Asks the provider for what is new and says how that goes. */
export function RefreshButton({ symbol }: { symbol: string }) {
  const { alert } = useAlerts();
  const [message, setMessage] = useState(firstMessage);
  const { mutate, isPending } = useRefreshStock(symbol, (progress) => setMessage(progress.message));

  function refresh() {
    setMessage(firstMessage);
    mutate(undefined, { onError: (error) => alert(error.message) });
  }

  return (
    <>
      <Button disabled={isPending} onClick={refresh}>
        <RefreshCw aria-hidden="true" className={cn(isPending && 'animate-spin')} /> Refresh Data
      </Button>
      {/* Always there: a screen reader tells of what changes in it, not of its appearance. */}
      <span role="status" className="text-sm text-muted empty:sr-only">
        {isPending && message}
      </span>
    </>
  );
}
