import { hourMs, minuteMs } from '../../durations.ts';

/** The waits after the first, second, … attempt: those that Standard Webhooks recommends. */
const waitsMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** Spreads attempts that failed together: up to a tenth earlier or later. */
const jitter = 0.1;

/**
 * The time of the attempt after `attempts` failed ones; null after the last.
 * @param random from 0 to 1
 */
export function nextAttemptAfter(attempts: number, now: Date, random = Math.random()): Date | null {
  const waitMs = waitsMs[attempts - 1];
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs * (1 + jitter * (2 * random - 1)));
}
