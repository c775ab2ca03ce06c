/** Before the first retry, in milliseconds; each further one waits twice as long, up to `maxRetryDelayMs`. */
const minRetryDelayMs = 1000;
const maxRetryDelayMs = 30_000;
/** How long a server may ask to wait, in milliseconds: a person is watching. */
const maxRetryAfterMs = 60_000;

/**
 * How long to wait before the next try after `failures` in a row. `random` from 0 to 1 spreads the clients over half
 * of the delay, so that they do not all meet a server at once when it comes back.
 */
export function retryDelayMs(failures: number, random: number, retryAfterMs = 0): number {
  const exponential = Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** (failures - 1));
  return Math.max(exponential * (0.5 + random / 2), Math.min(retryAfterMs, maxRetryAfterMs));
}
