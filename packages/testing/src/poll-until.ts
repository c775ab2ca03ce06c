import { setTimeout as delay } from 'node:timers/promises';

export interface PollOptions {
  /** Default 10 s. */
  readonly timeoutMs?: number;
  /** Time between two checks. Default 20 ms. */
  readonly intervalMs?: number;
}

/** The awaited event has not happened in time. */
export class PollTimeout extends Error {
  override readonly name = 'PollTimeout';
}

/**
 * Checks a condition repeatedly until it returns a value other than false and undefined.
 * @param what the awaited event, for the error
 * @returns the value
 * @throws PollTimeout that names `what`, also if a check does not end; any error of `condition`, immediately
 */
export async function pollUntil<T>(
  what: string,
  condition: () => T | Promise<T>,
  { timeoutMs = 10_000, intervalMs = 20 }: PollOptions = {},
): Promise<Exclude<T, false | undefined>> {
  const polling = new AbortController();
  const timeout = delay(timeoutMs, undefined, { signal: polling.signal }).then(() => {
    throw new PollTimeout(`Timed out after ${timeoutMs} ms: ${what}`);
  });
  // Aborting the timer below rejects it, when nothing awaits it any more.
  timeout.catch(() => {});
  try {
    for (;;) {
      const value = await Promise.race([condition(), timeout]);
      if (isMet(value)) return value;
      await Promise.race([delay(intervalMs), timeout]);
    }
  } finally {
    polling.abort();
  }
}

function isMet<T>(value: T): value is Exclude<T, false | undefined> {
  return value !== undefined && value !== false;
}
