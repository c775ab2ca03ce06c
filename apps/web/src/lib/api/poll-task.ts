export interface PollOptions<T> {
  /** Asks for the task's state once. */
  readonly check: (signal: AbortSignal) => Promise<T>;
  readonly isOver: (state: T) => boolean;
  /** Told every state, the last one too. */
  readonly onState: (state: T) => void;
  readonly intervalMs: number;
  /** Give up after this long; never by default. */
  readonly limitMs?: number;
  /** Ends the polling from outside; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The task did not end within `limitMs`. It may still do. */
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
 * Asks for a task's state at once and then every `intervalMs`, until it is over; resolves with the last state.
 * Rejects with `PollTimeout` after `limitMs`, and with the check's own error when a check fails.
 */
export async function pollTask<T>(options: PollOptions<T>): Promise<T> {
  const limit = new AbortController();
  const timer =
    options.limitMs === undefined
      ? undefined
      : setTimeout(() => limit.abort(new PollTimeout('The task did not end in time')), options.limitMs);
  const signal = AbortSignal.any([limit.signal, ...(options.signal ? [options.signal] : [])]);
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
    // An aborted check rejects in its own words: what counts is why it was aborted.
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
