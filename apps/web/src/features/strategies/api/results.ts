import { trpc } from '#lib/api/trpc.ts';
import type { Summary } from './types.ts';

/** The backtests of a strategy, newest first. */
export function useBacktests(strategyId: string) {
  return trpc.strategies.backtests.list.useQuery({ strategyId });
}

/** A backtest; sends no request without an id. */
export function useBacktest(backtestId: string | undefined) {
  return trpc.strategies.backtests.get.useQuery(
    { backtestId: backtestId ?? '' },
    { enabled: backtestId !== undefined },
  );
}

/** Enough to find the last one that has succeeded. */
const recentCount = 5;

/** The summary of a strategy's last successful backtest; null without one, undefined while it is loading. */
export function useLastResult(strategyId: string): Summary | null | undefined {
  const { data, error } = trpc.strategies.backtests.list.useQuery({ strategyId, limit: recentCount });
  if (error) return null;
  return data && (data.backtests.find(({ summary }) => summary !== null)?.summary ?? null);
}

export type EquityState = ReturnType<typeof useEquity>;

export function useEquity(backtestId: string, symbol: string | undefined) {
  const query = trpc.strategies.backtests.equity.useQuery(
    { backtestId, symbol: symbol ?? '' },
    // A backtest never changes.
    { enabled: symbol !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
  return { rows: query.data?.equity, error: query.error, retry: query.refetch };
}

export function useTrades(backtestId: string, symbol: string) {
  const { data, error, refetch } = trpc.strategies.backtests.trades.useQuery(
    { backtestId, symbol },
    // A backtest never changes.
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return { trades: data?.trades, error, retry: refetch };
}

/** The sweeps of a strategy, newest first. */
export function useSweeps(strategyId: string) {
  return trpc.strategies.sweeps.list.useQuery({ strategyId });
}

/** A sweep that has succeeded, with its rows; sends no request without an id. */
export function useSweep(sweepId: string | undefined) {
  return trpc.strategies.sweeps.get.useQuery(
    { sweepId: sweepId ?? '' },
    { enabled: sweepId !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
}

export function useDeleteBacktest(strategyId: string) {
  const utils = trpc.useUtils();
  return trpc.strategies.backtests.delete.useMutation({
    onSuccess: () => utils.strategies.backtests.list.invalidate({ strategyId }),
  });
}
