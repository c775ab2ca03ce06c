import { dayMs, hourMs } from '@stockbook/common/durations';
import type { Stock } from '@stockbook/db';

/** Corrections of old bars, and bars that were added late, are found within a month. */
const fullReadEveryMs = 30 * dayMs;

/** A missing bar has this long to appear before it waits for the monthly reading. */
const hopeMs = 7 * dayMs;

/** Less than a day, because refreshes are spread over an hour. */
const minIntervalMs = 20 * hourMs;

/**
 * Whether a refresh reads the whole history instead of the last bars: once a month, and daily in the first week in
 * which a bar before the overlap is known to be missing. Missing bars within the overlap are requested by every
 * refresh.
 * @param overlapStart the first day that a refresh reads otherwise
 */
export function isFullReadDue(
  { fullyReadAt, missingBars }: Pick<Stock, 'fullyReadAt' | 'missingBars'>,
  overlapStart: string,
  now: Date,
): boolean {
  if (fullyReadAt === null) return true;
  const elapsedMs = now.getTime() - fullyReadAt.getTime();
  if (elapsedMs >= fullReadEveryMs) return true;
  return (
    elapsedMs >= minIntervalMs &&
    missingBars.some(
      ({ date, reason, since }) =>
        reason !== 'holiday' && date < overlapStart && now.getTime() - Date.parse(since) < hopeMs,
    )
  );
}
