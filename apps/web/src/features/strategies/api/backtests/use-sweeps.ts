import { trpc } from '#lib/api/trpc.ts';
import { isRunning, runningIntervalMs } from './run-status.ts';

/** The sweeps of a strategy, newest first; fetched again until the newest one has ended. */
export function useSweeps(strategyId: string) {
  return trpc.strategies.sweeps.list.useQuery(
    { strategyId },
    {
      refetchInterval: ({ state }) => (isRunning(state.data?.sweeps[0]?.status) ? runningIntervalMs : false),
    },
  );
}

/** A sweep that has succeeded, with its rows; sends no request without an id. */
export function useSweep(sweepId: string | undefined) {
  return trpc.strategies.sweeps.get.useQuery(
    { sweepId: sweepId ?? '' },
    { enabled: sweepId !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
}
