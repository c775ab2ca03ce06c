import type { IndicatorTask } from '@stockbook/api/schemas';
import { TaskFailure, type TaskKind } from '#lib/api/run-task.ts';
import { errorDetails, errorSentence } from '#lib/api/server-error.ts';

export interface Calculation {
  readonly symbol: string;
  readonly indicator: string;
  /** Input that is not a number is sent as text: the server's error then names the parameter. */
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly name: string;
  /** The id of the indicator in whose place the chart shows the new one. */
  readonly replaces?: string;
}

export const calculationTask: TaskKind<Calculation, IndicatorTask> = {
  start: async (client, { symbol, indicator, parameters, name }) => {
    if (symbol === '') throw new TaskFailure('No stock symbol provided');
    const started = await client.indicators.calculate.mutate({
      stock_symbol: symbol,
      ta_indicator: indicator,
      parameters,
      indicator_name: name.trim() || null,
    });
    return started.task_id;
  },
  check: (client, taskId, signal) => client.indicators.task.query({ taskId }, { signal }),
  intervalMs: 2000,
  /** The server's `details` if present, else its general message. */
  startMessage: (error) => {
    const details = errorDetails(error);
    return typeof details === 'string' ? details : errorSentence(error, 'Failed to calculate indicator');
  },
  checkMessage: (error) => errorSentence(error, 'Failed to fetch task status'),
  failureMessage: ({ error }) => error || 'Task failed',
};
