import type { BacktestSettings } from '@stockbook/rules/settings';
import { useCallback } from 'react';
import { type TaskKind, taskPercent } from '#lib/api/run-task.ts';
import { errorSentence } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { useTask } from '#lib/api/use-task.ts';
import type { SweepRange } from '../sweep/sweep-range.ts';
import { useBacktests, useSweeps } from './results.ts';
import type { ListedSweep, StrategyTask } from './types.ts';

interface BacktestInput {
  readonly strategyId: string;
  readonly settings: BacktestSettings;
}

interface SweepInput extends BacktestInput {
  readonly ranges: readonly SweepRange[];
  readonly out_of_sample_percent: number;
}

const failed = 'Failed to run backtest';

const runOnServer: Omit<TaskKind<unknown, StrategyTask>, 'start'> = {
  check: (client, taskId, signal) => client.strategies.task.query({ taskId }, { signal }),
  intervalMs: 1000,
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
 * Runs tasks of one kind and polls them while the page is open; the server finishes them without the page. Follows a
 * listed run that has not ended: it was started before a reload or by another page.
 * @param refresh refetches what a run has changed
 */
function useRun<Input>(
  kind: TaskKind<Input, StrategyTask>,
  listed: readonly Pick<ListedSweep, 'status' | 'task_id'>[] | undefined,
  refresh: () => Promise<unknown>,
  onDone?: () => void,
) {
  // The oldest ends first.
  const unfinished = listed?.findLast(({ status }) => status === 'PENDING' || status === 'PROGRESS');
  const { state, isBusy, start } = useTask(kind, {
    taskId: unfinished?.task_id ?? null,
    onSuccess: async (_, input) => {
      await refresh();
      if (input !== null) onDone?.();
    },
    onFailure: () => void refresh(),
    onAbandon: refresh,
  });
  return {
    start,
    isBusy,
    isDone: state.status === 'done',
    percent: taskPercent(state.status === 'running' ? state.task : null),
    failure: state.status === 'failed' ? state.message : null,
  };
}

/** @param onDone called when a backtest that was started here has succeeded and is listed */
export function useBacktestRun(strategyId: string, onDone: () => void) {
  const utils = trpc.useUtils();
  const { data } = useBacktests(strategyId);
  const refresh = useCallback(async () => {
    const { list, get } = utils.strategies.backtests;
    await Promise.all([list.invalidate({ strategyId }), get.invalidate()]);
  }, [utils, strategyId]);
  return useRun(backtestTask, data?.backtests, refresh, onDone);
}

export function useSweepRun(strategyId: string) {
  const utils = trpc.useUtils();
  const { data } = useSweeps(strategyId);
  const refresh = useCallback(
    () => utils.strategies.sweeps.list.invalidate({ strategyId }),
    [utils, strategyId],
  );
  return useRun(sweepTask, data?.sweeps, refresh);
}

/** The backtests of a strategy that this page runs, and the state of the last one. */
export type BacktestRun = ReturnType<typeof useBacktestRun>;
