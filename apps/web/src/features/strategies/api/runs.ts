import type { BacktestSettings } from '@stockbook/rules/settings';
import { useCallback } from 'react';
import type { TaskKind } from '#lib/api/run-task.ts';
import { errorSentence } from '#lib/api/server-error.ts';
import { taskPercent } from '#lib/api/task-percent.ts';
import { trpc } from '#lib/api/trpc.ts';
import { useTask } from '#lib/api/use-task.ts';
import type { SweepRange } from '../sweep/sweep-range.ts';
import type { StrategyTask } from './types.ts';

/** How often the state of a run is fetched. */
export const runningIntervalMs = 1000;

export function isRunning(status: string | undefined): boolean {
  return status === 'PENDING' || status === 'PROGRESS';
}

interface BacktestInput {
  readonly strategyId: string;
  readonly settings: BacktestSettings;
}

export interface SweepInput extends BacktestInput {
  readonly ranges: readonly SweepRange[];
  readonly out_of_sample_percent: number;
}

const failed = 'Failed to run backtest';

const runOnServer: Omit<TaskKind<unknown, StrategyTask>, 'start'> = {
  check: (client, taskId, signal) => client.strategies.task.query({ taskId }, { signal }),
  intervalMs: runningIntervalMs,
  startMessage: (error) => errorSentence(error, failed),
  checkMessage: (error) => errorSentence(error, 'Failed to fetch task status'),
  failureMessage: ({ error }) => error || failed,
};

const backtestTask: TaskKind<BacktestInput, StrategyTask> = {
  ...runOnServer,
  start: async (client, input) => (await client.strategies.backtests.run.mutate(input)).task_id,
};

const sweepTask: TaskKind<SweepInput, StrategyTask> = {
  ...runOnServer,
  start: async (client, { ranges, ...input }) => {
    const mutable = ranges.map((range) => ({ ...range, numbers: [...range.numbers] }));
    return (await client.strategies.sweeps.run.mutate({ ...input, ranges: mutable })).task_id;
  },
};

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
