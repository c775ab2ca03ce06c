import { z } from 'zod';
import { count, exampleId, opaqueId, timestamp, uuid } from '../primitives.ts';
import { type TaskKind, taskKinds } from './kinds.ts';

export const taskStatus = z.enum(['PENDING', 'PROGRESS', 'SUCCESS', 'FAILURE']);

/** Progress in steps, which differ by kind of task. */
export const taskProgress = z.object({ current: count, total: count });

export const taskInput = z.object({
  taskId: opaqueId.meta({ description: 'The `task_id` of the response that started the task' }),
});

export const stockTask = z
  .object({
    task_id: uuid,
    status: taskStatus,
    message: z.string(),
    result: z
      .union([
        z.object({ error: z.string() }).strict(),
        z.object({ status: z.string(), symbol: z.string(), rows: count }).strict(),
        z.object({ status: z.string(), current: count, total: count }).strict(),
      ])
      .nullable(),
  })
  .meta({
    id: 'StockTask',
    examples: [
      {
        task_id: exampleId,
        status: 'SUCCESS',
        message: 'AAPL was added to your watch list.',
        result: { status: 'AAPL was added to your watch list.', symbol: 'AAPL', rows: 8817 },
      },
    ],
  });
export type StockTask = z.infer<typeof stockTask>;

export const indicatorResult = z.object({ indicator_id: uuid, indicator_name: z.string(), rows: count });

/** The result of a set of indicators has the first one and all of them. */
export const indicatorTaskResult = indicatorResult.extend({
  indicators: z.array(indicatorResult).optional().meta({
    description:
      'Only if a set was calculated: each of its indicators once. The other fields are those of the first one',
  }),
});

export const indicatorTask = z
  .object({
    task_id: uuid,
    status: taskStatus,
    message: z.string(),
    info: taskProgress.nullable(),
    result: indicatorTaskResult.nullable(),
    error: z.string().nullable(),
  })
  .meta({
    id: 'IndicatorTask',
    examples: [
      {
        task_id: exampleId,
        status: 'SUCCESS',
        message: 'My RSI was calculated',
        info: null,
        result: { indicator_id: exampleId, indicator_name: 'My RSI', rows: 8803 },
        error: null,
      },
    ],
  });
export type IndicatorTask = z.infer<typeof indicatorTask>;

export const taskResult = z.object({
  symbol: z.string().nullable().meta({ description: 'The stock that was added or refreshed' }),
  rows: count.nullable().meta({ description: 'Number of price bars, or of rows of the indicator' }),
  indicator_id: uuid.nullable().meta({ description: 'If a set was calculated, its first indicator' }),
  indicator_name: z.string().nullable(),
  indicators: z
    .array(indicatorResult)
    .nullable()
    .meta({ description: 'The indicators of the set that was calculated' }),
  backtest_id: uuid.nullable(),
  sweep_id: uuid.nullable(),
});

export const anyTask = z
  .object({
    task_id: uuid,
    kind: z.enum(Object.keys(taskKinds) as [TaskKind, ...TaskKind[]]),
    status: taskStatus,
    message: z.string().meta({ description: 'The current step, the result or the reason of the failure' }),
    progress: taskProgress.nullable().meta({
      description: 'Null until a step is reported, and when the task has ended',
    }),
    result: taskResult
      .nullable()
      .meta({ description: 'Null until the task has succeeded. Fields of other kinds of tasks are null' }),
    error: z.string().nullable().meta({ description: 'Null unless the task has failed' }),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({
    id: 'Task',
    examples: [
      {
        task_id: exampleId,
        kind: 'add-stock',
        status: 'SUCCESS',
        message: 'AAPL was added to your watch list.',
        progress: null,
        result: {
          symbol: 'AAPL',
          rows: 8817,
          indicator_id: null,
          indicator_name: null,
          indicators: null,
          backtest_id: null,
          sweep_id: null,
        },
        error: null,
        created_at: '2024-12-31T22:15:00.000Z',
        finished_at: '2024-12-31T22:15:02.000Z',
      },
    ],
  });
