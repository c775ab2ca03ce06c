import type { EquityRow } from '#components/chart/equity/equity-rows.ts';
import { trpc } from '#lib/api/trpc.ts';

export interface EquityState {
  /** Undefined while they are loading. */
  readonly rows: readonly EquityRow[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The equity of one stock of a backtest. */
export function useEquity(backtestId: string, symbol: string | undefined): EquityState {
  const query = trpc.strategies.backtests.equity.useQuery(
    { backtestId, symbol: symbol ?? '' },
    // A backtest never changes.
    { enabled: symbol !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
  return { rows: query.data?.equity, error: query.error, retry: query.refetch };
}
