import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAlerts } from '../../components/ui/alerts.tsx';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/class-names.ts';
import { StockTaskFailure } from './add-stock.ts';
import { useRefreshStock } from './api.ts';

/** Asks the provider for what is new and says how that goes. */
export function RefreshButton({ symbol }: { symbol: string }) {
  const refresh = useRefreshStock(symbol);
  const { alert } = useAlerts();
  const [message, setMessage] = useState<string | null>(null);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);

  async function run() {
    const controller = new AbortController();
    abort.current = controller;
    setMessage('Refreshing data...');
    try {
      await refresh((progress) => setMessage(progress.message), controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      alert(error instanceof StockTaskFailure ? error.message : 'Failed to refresh stock data');
    }
    setMessage(null);
  }

  return (
    <>
      <Button disabled={message !== null} onClick={run}>
        <RefreshCw aria-hidden="true" className={classNames(message !== null && 'animate-spin')} /> Refresh
        Data
      </Button>
      <span role="status" className="text-sm text-muted empty:hidden">
        {message}
      </span>
    </>
  );
}
