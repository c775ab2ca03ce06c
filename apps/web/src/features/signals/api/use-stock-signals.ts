import { trpc } from '../../../lib/api/trpc.ts';

/** The signals of a stock since a date, latest first; no call without a date. */
export function useStockSignals(symbol: string, since: string | undefined) {
  return trpc.signals.list.useQuery(
    { symbol, ...(since === undefined ? {} : { since }), limit: 1000 },
    { enabled: since !== undefined },
  );
}
