import { useCallback } from 'react';
import type { TaskKind } from '#lib/api/run-task.ts';
import { taskPercent } from '#lib/api/task-percent.ts';
import { trpc } from '#lib/api/trpc.ts';
import { useTask } from '#lib/api/use-task.ts';
import type { StrategyTask } from '../types.ts';
import { backtestTask, type SweepInput, sweepTask } from './run-task-kinds.ts';

/**
 * Runs tasks of one kind and polls them while the page is open; the server finishes them without the page.
 * @param refresh refetches what a run has changed
 */
function useRun<Input>(
  kind: TaskKind<Input, StrategyTask>,
  refresh: () => Promise<unknown>,
  onDone?: () => void,
) {
  const control = useTask(kind, {
    onSuccess: async () => {
      await refresh();
      onDone?.();
    },
    onFailure: () => void refresh(),
    onAbandon: refresh,
  });
  const { state, isBusy, start } = control;
  return {
    start,
    isBusy,
    isDone: state.status === 'done',
    percent: taskPercent(state.status === 'running' ? state.task : null),
    failure: state.status === 'failed' ? state.message : null,
  };
}

/** @param onDone called when a backtest has succeeded and is listed */
export function useBacktestRun(strategyId: string, onDone: () => void) {
  const utils = trpc.useUtils();
  const refresh = useCallback(
    () => utils.strategies.backtests.list.invalidate({ strategyId }),
    [utils, strategyId],
  );
  return useRun(backtestTask, refresh, onDone);
}

export function useSweepRun(strategyId: string) {
  const utils = trpc.useUtils();
  const refresh = useCallback(
    () => utils.strategies.sweeps.list.invalidate({ strategyId }),
    [utils, strategyId],
  );
  return useRun<SweepInput>(sweepTask, refresh);
}

/** The runs of one kind, and the state of the last one. */
export type BacktestRun = ReturnType<typeof useBacktestRun>;
export type SweepRun = ReturnType<typeof useSweepRun>;
