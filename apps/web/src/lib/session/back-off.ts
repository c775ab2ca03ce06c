/** The delay before the first retry; it doubles with each failure, up to `maxRetryDelayMs`. */
const minRetryDelayMs = 1000;
const maxRetryDelayMs = 30_000;
/** Limits `Retry-After`, because a user is waiting. */
const maxRetryAfterMs = 60_000;

/**
 * The delay before the next try after `failures` in a row, at least 1: exponential back-off. `random` from 0 to 1 adds
 * jitter of up to half the delay, so that clients do not all reconnect at the same time.
 */
export function retryDelayMs(failures: number, random: number, retryAfterMs = 0): number {
  const exponential = Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** (failures - 1));
  return Math.max(exponential * (0.5 + random / 2), Math.min(retryAfterMs, maxRetryAfterMs));
}
