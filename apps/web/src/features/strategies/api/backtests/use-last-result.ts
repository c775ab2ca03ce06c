import { trpc } from '#lib/api/trpc.ts';
import type { Summary } from '../types.ts';

/** Enough to find the last one that has succeeded. */
const recentCount = 5;

/** The summary of a strategy's last successful backtest; null without one, undefined while it is loading. */
export function useLastResult(strategyId: string): Summary | null | undefined {
  const { data, error } = trpc.strategies.backtests.list.useQuery({ strategyId, limit: recentCount });
  if (error) return null;
  return data && (data.backtests.find(({ summary }) => summary !== null)?.summary ?? null);
}
