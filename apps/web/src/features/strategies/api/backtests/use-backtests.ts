import { trpc } from '#lib/api/trpc.ts';

/** The backtests of a strategy, newest first. */
export function useBacktests(strategyId: string) {
  return trpc.strategies.backtests.list.useQuery({ strategyId });
}
