import type { Clock } from './types.ts';

/** The delay before the first retry; it doubles with each failure, up to `maxRetryDelayMs`. */
const minRetryDelayMs = 1000;
const maxRetryDelayMs = 30_000;
/** Limits `Retry-After`, because a user is waiting. */
const maxRetryAfterMs = 60_000;
/** The maximum delay of `setTimeout`; a longer one fires immediately. */
const maxTimerDelayMs = 2 ** 31 - 1;

/**
 * The delay before the next try after `failures` in a row, at least 1: exponential back-off. `random` from 0 to 1 adds
 * jitter of up to half the delay, so that clients do not all reconnect at the same time.
 */
export function retryDelayMs(failures: number, random: number, retryAfterMs = 0): number {
  const exponential = Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** (failures - 1));
  return Math.max(exponential * (0.5 + random / 2), Math.min(retryAfterMs, maxRetryAfterMs));
}

/** One timer for the next call of `onTime`: the planned one, or a retry after failures in a row. */
export function createRetryTimer(clock: Clock, onTime: () => void) {
  let failures = 0;
  let isRetryScheduled = false;
  let cancel = () => {};

  function set(delayMs: number): void {
    cancel();
    cancel = clock.setTimer(onTime, Math.min(Math.max(0, delayMs), maxTimerDelayMs));
  }

  function clear(): void {
    cancel();
    isRetryScheduled = false;
  }

  return {
    clear,

    /** Schedules the call in milliseconds since 1970, infinity for never; the failures count from 0 again. */
    planAt(time: number): void {
      clear();
      failures = 0;
      if (time !== Number.POSITIVE_INFINITY) set(time - clock.now());
    },

    /** Schedules a retry. Returns false if one is scheduled: several callers may report the same failure. */
    retry(retryAfterMs: number): boolean {
      if (isRetryScheduled) return false;
      failures += 1;
      set(retryDelayMs(failures, clock.random(), retryAfterMs));
      isRetryScheduled = true;
      return true;
    },
  };
}
