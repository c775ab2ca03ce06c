import { z } from 'zod';
import { providerTimeout } from '../errors.ts';

/** Payload schemas by kind of task. The payload is stored in the task's row; the job carries only the task's id. */
export const taskKinds = {
  'add-stock': z.object({ symbolOrIsin: z.string(), isin: z.string().nullable().default(null) }),
  /** The lines are stored in `import_line`. */
  'import-stocks': z.object({}),
  'refresh-stock': z.object({ symbol: z.string() }),
  'calculate-indicator': z.object({
    symbol: z.string(),
    indicatorFunction: z.string(),
    indicatorName: z.string(),
    parameters: z.record(z.string(), z.number()),
  }),
  'run-backtest': z.object({ backtestId: z.string() }),
  'run-sweep': z.object({ sweepId: z.string() }),
};

const providerLimit = { ms: 30_000, message: providerTimeout };
const runLimit = {
  ms: 120_000,
  message: 'The run took longer than 120 seconds. Choose fewer stocks, a shorter time or fewer combinations',
};

/** Time limits of one attempt, and the message of a task that exceeds it. */
export const attemptLimits: Readonly<Record<TaskKind, { readonly ms: number; readonly message: string }>> = {
  'add-stock': providerLimit,
  'import-stocks': providerLimit,
  'refresh-stock': providerLimit,
  'calculate-indicator': providerLimit,
  'run-backtest': runLimit,
  'run-sweep': runLimit,
};

export type TaskKind = keyof typeof taskKinds;
export type TaskPayload<Kind extends TaskKind> = z.infer<(typeof taskKinds)[Kind]>;

/** Payload of the Graphile job of any task. */
export const jobPayload = z.object({ taskId: z.uuid() });

/** Attempts of a job before its task fails. */
export const maxAttempts = 3;
