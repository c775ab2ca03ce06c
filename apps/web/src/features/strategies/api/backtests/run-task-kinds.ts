import type { BacktestSettings } from '@stockbook/rules/settings';
import type { TaskKind } from '#lib/api/run-task.ts';
import { errorSentence } from '#lib/api/server-error.ts';
import type { SweepRange } from '../../sweep/sweep-range.ts';
import type { StrategyTask } from '../types.ts';
import { runningIntervalMs } from './run-status.ts';

export interface BacktestInput {
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

export const backtestTask: TaskKind<BacktestInput, StrategyTask> = {
  ...runOnServer,
  start: async (client, input) => (await client.strategies.backtests.run.mutate(input)).task_id,
};

export const sweepTask: TaskKind<SweepInput, StrategyTask> = {
  ...runOnServer,
  start: async (client, { ranges, ...input }) => {
    const mutable = ranges.map((range) => ({ ...range, numbers: [...range.numbers] }));
    return (await client.strategies.sweeps.run.mutate({ ...input, ranges: mutable })).task_id;
  },
};
