import { z } from 'zod';

const calculation = z.object({
  indicatorFunction: z.string(),
  indicatorName: z.string(),
  parameters: z.record(z.string(), z.number()),
});

/** Payload schemas by kind of task. The payload is stored in the task's row; the job carries only the task's id. */
export const taskKinds = {
  'add-stock': z.object({ symbolOrIsin: z.string(), isin: z.string().nullable().default(null) }),
  /** The lines are stored in `import_line`. */
  'import-stocks': z.object({}),
  /** The rows are stored in `pending_import`. */
  'import-transactions': z.object({ portfolioId: z.string(), importId: z.string() }),
  'create-example': z.object({ portfolioId: z.string() }),
  /** The files are stored in `move_content`. */
  'read-move': z.object({ moveId: z.string() }),
  'store-move': z.object({ moveId: z.string(), acceptDifferences: z.boolean() }),
  'refresh-stock': z.object({ symbol: z.string() }),
  'fetch-pair': z.object({ from: z.string(), to: z.string() }),
  'calculate-indicator': calculation.extend({ symbol: z.string() }),
  /** `name` is that of the set when the task was requested: later changes of the set do not concern the task. */
  'calculate-study-set': z.object({
    symbol: z.string(),
    name: z.string(),
    calculations: z.array(calculation),
  }),
  'run-backtest': z.object({ backtestId: z.string() }),
  'run-sweep': z.object({ sweepId: z.string() }),
};

export type TaskKind = keyof typeof taskKinds;
/** Backtests and sweeps, which take up to minutes. */
export const runKinds = ['run-backtest', 'run-sweep'] as const satisfies readonly TaskKind[];
export type RunKind = (typeof runKinds)[number];

/** Downloading and storing a history. */
export const fetchKinds = ['add-stock', 'refresh-stock', 'fetch-pair'] as const satisfies readonly TaskKind[];

/** Reading and storing the files of another program. */
export const moveKinds = ['read-move', 'store-move'] as const satisfies readonly TaskKind[];

export type TaskPayload<Kind extends TaskKind> = z.infer<(typeof taskKinds)[Kind]>;

/** Payload of the Graphile job of any task. */
export const jobPayload = z.object({ taskId: z.uuid() });

/** Attempts of a job before its task fails. */
export const maxAttempts = 3;
