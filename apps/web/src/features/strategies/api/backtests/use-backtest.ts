import { trpc } from '#lib/api/trpc.ts';
import { isRunning, runningIntervalMs } from './run-status.ts';

/** A backtest; fetched again until its run has ended. Sends no request without an id. */
export function useBacktest(backtestId: string | undefined) {
  return trpc.strategies.backtests.get.useQuery(
    { backtestId: backtestId ?? '' },
    {
      enabled: backtestId !== undefined,
      refetchInterval: ({ state }) => (isRunning(state.data?.status) ? runningIntervalMs : false),
    },
  );
}
