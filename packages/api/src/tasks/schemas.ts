import { z } from 'zod';
import { uuid } from '../primitives.ts';

export const taskStatus = z.enum(['PENDING', 'PROGRESS', 'SUCCESS', 'FAILURE']);
export type TaskStatus = z.infer<typeof taskStatus>;

/** Progress in steps, which differ by kind of task. */
export const taskProgress = z.object({ current: z.number().int(), total: z.number().int() });

/** A task that adds or refreshes a stock. */
export const stockTask = z
  .object({
    task_id: uuid,
    status: taskStatus,
    message: z.string(),
    result: z
      .union([
        z.object({ error: z.string() }).strict(),
        z.object({ status: z.string(), symbol: z.string(), rows: z.number().int() }).strict(),
        z.object({ status: z.string(), current: z.number().int(), total: z.number().int() }).strict(),
      ])
      .nullable(),
  })
  .meta({ id: 'StockTask' });
export type StockTask = z.infer<typeof stockTask>;

/** A task that calculates an indicator. */
export const indicatorTask = z
  .object({
    task_id: uuid,
    status: taskStatus,
    message: z.string(),
    info: taskProgress.nullable(),
    result: z.object({ indicator_id: uuid, indicator_name: z.string(), rows: z.number().int() }).nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'IndicatorTask' });
export type IndicatorTask = z.infer<typeof indicatorTask>;
