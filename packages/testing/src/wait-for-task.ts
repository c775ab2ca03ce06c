import { type PollOptions, pollUntil } from './poll-until.ts';

type Json = Readonly<Record<string, unknown>>;

export interface EndedTask extends Json {
  readonly status: 'SUCCESS' | 'FAILURE';
  readonly message: string;
}

/** Below the usual limit of 10 s for a test, so that the error names the task. */
const maxTaskMs = 9_000;

/**
 * Polls a task until it has ended.
 * @param path below `/api`
 * @param read reads the task; returns undefined if the server is temporarily unavailable
 * @throws Error if the task cannot be read; `PollTimeout` if it does not end in time
 */
export function waitForTask(
  path: string,
  read: (path: string) => Promise<{ readonly status: number; readonly body: Json } | undefined>,
  { timeoutMs = maxTaskMs, intervalMs }: PollOptions = {},
): Promise<EndedTask> {
  return pollUntil(
    `the end of the task ${path}`,
    async () => {
      const response = await read(path);
      if (response === undefined) return undefined;
      const { status, body } = response;
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
      return hasEnded(body) ? body : undefined;
    },
    { timeoutMs, intervalMs },
  );
}

function hasEnded(task: Json): task is EndedTask {
  return task.status === 'SUCCESS' || task.status === 'FAILURE';
}

/** The path of the task that a request started, from the response; null if it started none. */
export function taskPathOf({ task_id, data, ...run }: Json): string | null {
  if (typeof task_id === 'string') {
    if ('import_id' in run || 'move_id' in run) return `/portfolios/task/${task_id}`;
    const isRun = 'backtest_id' in run || 'sweep_id' in run;
    return `/${isRun ? 'strategies' : 'indicators'}/task/${task_id}`;
  }
  const isStockTask = typeof data === 'object' && data !== null && 'task_id' in data;
  return isStockTask && typeof data.task_id === 'string' ? `/stocks/tasks/${data.task_id}` : null;
}
