import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#lib/api/trpc.ts';
import type { Summary } from './types.ts';

/** The backtests of a strategy, newest first. */
export function useBacktests(strategyId: string) {
  return trpc.strategies.backtests.list.useQuery({ strategyId });
}

/** A backtest; the one before while it is loading, so that a result gives way to the next one in its place. */
export function useBacktest(backtestId: string, isEnabled = true) {
  return trpc.strategies.backtests.get.useQuery(
    { backtestId },
    { enabled: isEnabled, placeholderData: keepPreviousData },
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

/** @param symbol null for all stocks as one account; no request if undefined */
export function useEquity(backtestId: string, symbol: string | null | undefined) {
  const query = trpc.strategies.backtests.equity.useQuery(
    { backtestId, ...(symbol ? { symbol } : {}) },
    {
      enabled: symbol !== undefined,
      // A backtest never changes.
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: (before) => (before?.symbol === symbol ? before : undefined),
    },
  );
  return { rows: query.data?.equity, error: query.error, retry: query.refetch };
}

/** The returns by month and year, oldest first; of all stocks as one account if `symbol` is null. */
export function useMonths(backtestId: string, symbol: string | null) {
  const { data, error, refetch } = trpc.strategies.backtests.months.useQuery(
    { backtestId, ...(symbol ? { symbol } : {}) },
    {
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: (before) => (before?.symbol === symbol ? before : undefined),
    },
  );
  return { years: data?.years, error, retry: refetch };
}

/** The trades of a stock. */
export function useTrades(backtestId: string, symbol: string) {
  const { data, error, refetch } = trpc.strategies.backtests.trades.useQuery(
    { backtestId, symbol },
    {
      // A backtest never changes.
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: (before) => (before?.trades[0]?.symbol === symbol ? before : undefined),
    },
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
