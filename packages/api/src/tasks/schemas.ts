import { z } from 'zod';
import { count, exampleId, opaqueId, uuid } from '../primitives.ts';

export const taskStatus = z.enum(['PENDING', 'PROGRESS', 'SUCCESS', 'FAILURE']);
export type TaskStatus = z.infer<typeof taskStatus>;

/** Progress in steps, which differ by kind of task. */
export const taskProgress = z.object({ current: count, total: count });

export const taskId = opaqueId.meta({ description: 'The `task_id` of the response that started the task' });

/** A task that adds or refreshes a stock. */
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

/** A task that calculates an indicator. */
export const indicatorTask = z
  .object({
    task_id: uuid,
    status: taskStatus,
    message: z.string(),
    info: taskProgress.nullable(),
    result: z.object({ indicator_id: uuid, indicator_name: z.string(), rows: count }).nullable(),
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
