export interface PollOptions<T> {
  /** Fetches the task's state once. */
  readonly check: (signal: AbortSignal) => Promise<T>;
  readonly isOver: (state: T) => boolean;
  /** Receives every state, including the last one. */
  readonly onState: (state: T) => void;
  readonly intervalMs: number;
  /** No timeout by default. */
  readonly timeoutMs?: number;
  /** Aborts the polling; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The task did not end within `timeoutMs`. It may still be running. */
export class PollTimeout extends Error {
  override readonly name = 'PollTimeout';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Polls a task's state, first immediately and then every `intervalMs` after a check, until `isOver`; resolves with
 * the last state. Rejects with `PollTimeout` after `timeoutMs`, and with the error of a failed check.
 */
export async function pollTask<T>(options: PollOptions<T>): Promise<T> {
  const timeout = new AbortController();
  const timer =
    options.timeoutMs === undefined
      ? undefined
      : setTimeout(() => timeout.abort(new PollTimeout('The task did not end in time')), options.timeoutMs);
  const signal = AbortSignal.any([timeout.signal, ...(options.signal ? [options.signal] : [])]);
  try {
    for (;;) {
      signal.throwIfAborted();
      const state = await options.check(signal);
      signal.throwIfAborted();
      options.onState(state);
      if (options.isOver(state)) return state;
      await pause(options.intervalMs, signal);
    }
  } catch (error) {
    // An aborted check rejects with its own error; report the reason of the abort instead.
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
