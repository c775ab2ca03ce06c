import { setTimeout as delay } from 'node:timers/promises';

const intervalMs = 20;

/**
 * Calls `probe` every 20 ms until it returns a value.
 * @param what the awaited event, for the error
 * @param probe returns undefined if the event has not happened yet
 * @throws Error that names `what` if the event has not happened after `limitMs`
 */
export async function pollUntil<T>(
  what: string,
  limitMs: number,
  probe: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    if (performance.now() > deadline) throw new Error(`Timed out after ${limitMs} ms: ${what}`);
    await delay(intervalMs);
  }
}
