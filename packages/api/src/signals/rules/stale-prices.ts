import { formatDay } from '@stockbook/common/days';
import { dayMs } from '@stockbook/common/durations';
import type { Stock } from '@stockbook/db';

/** The facts of a stock's refreshes. */
type Refreshes = Pick<Stock, 'lastError' | 'refreshDueAt' | 'pendingCloseDate' | 'pendingCloseSince'>;

/** A refresh that is overdue for so long is not late because of other stocks. */
const overdueAfterMs = dayMs;

/** Why no new bars of a stock arrive; null if they do. */
export function staleReason(
  { lastError, refreshDueAt, pendingCloseDate, pendingCloseSince }: Refreshes,
  now: Date,
): string | null {
  if (lastError !== null) return lastError.replace(/\.$/, '');
  if (now.getTime() - refreshDueAt.getTime() > overdueAfterMs) return 'The scheduled refresh has not run';
  if (pendingCloseDate !== null && pendingCloseSince !== null) {
    if (now.getTime() - pendingCloseSince.getTime() > overdueAfterMs) {
      return `The close of ${formatDay(pendingCloseDate)} has not been published`;
    }
  }
  return null;
}

/**
 * The sentence with a reason of `staleReason`: `Not evaluated since Nov 18, 2026: Yahoo refuses requests`.
 * @param since the last bar that was evaluated; null if there is none
 */
export function describeStale(since: string | null, reason: string): string {
  return since === null
    ? `Not evaluated yet: ${reason}`
    : `Not evaluated since ${formatDay(since)}: ${reason}`;
}
