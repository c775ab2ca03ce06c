import { trpc } from '#lib/api/trpc.ts';

/** The trades of one stock of a backtest. */
export function useTrades(backtestId: string, symbol: string) {
  const { data, error, refetch } = trpc.strategies.backtests.trades.useQuery(
    { backtestId, symbol },
    // A backtest never changes.
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return { trades: data?.trades, error, retry: refetch };
}
