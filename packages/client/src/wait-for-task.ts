import { StockbookError } from './create-stockbook.ts';

export interface WaitOptions {
  /** Default 5 minutes: a provider that limits requests makes tasks wait. */
  readonly timeoutMs?: number;
  /** Time between two requests. Default 1 second. The server's `retry-after` takes precedence if it is longer. */
  readonly intervalMs?: number;
  /** Ends the wait early; the task itself goes on. */
  readonly signal?: AbortSignal;
}

interface Task {
  readonly task_id: string;
  readonly status: 'PENDING' | 'PROGRESS' | 'SUCCESS' | 'FAILURE';
  readonly message: string;
}

/** The task has failed. `message` is its sentence for the user. */
export class TaskError extends Error {
  override readonly name = 'TaskError';
}

/** The task has not ended in time. It goes on: wait again, or read it later. */
export class TaskTimeout extends Error {
  override readonly name = 'TaskTimeout';
}

/**
 * Polls a task until it has succeeded.
 * @param read reads the task: `(options) => stockbook.getStockTask({ path: { taskId }, ...options })`
 * @returns the task that has succeeded, with its result
 * @throws TaskError if the task fails; TaskTimeout; the reason of an aborted `signal`; StockbookError if the server
 *   refuses the request for any reason but load (429 and 503, after which it is sent again)
 */
export async function waitForTask<T extends Task>(
  read: (options: { signal: AbortSignal }) => Promise<{ data: T }>,
  { timeoutMs = 300_000, intervalMs = 1000, signal }: WaitOptions = {},
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    for (;;) {
      let pauseMs = intervalMs;
      try {
        const { data: task } = await read({ signal: ended });
        if (task.status === 'SUCCESS') return task;
        if (task.status === 'FAILURE') throw new TaskError(task.message);
      } catch (error) {
        if (!isBusy(error)) throw error;
        pauseMs = Math.max(intervalMs, (error.retryAfterS ?? 0) * 1000);
      }
      await delay(pauseMs, ended);
    }
  } catch (error) {
    if (!timeout.aborted || signal?.aborted) throw error;
    throw new TaskTimeout(`The task has not ended within ${timeoutMs / 1000} seconds`, { cause: error });
  }
}

function isBusy(error: unknown): error is StockbookError {
  return error instanceof StockbookError && [429, 503].includes(error.status);
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}
