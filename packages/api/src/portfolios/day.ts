import { dayMs } from '@stockbook/common/durations';

/** The day of an instant in UTC, `YYYY-MM-DD`. */
export function dayInUtc(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The last day that a transaction may have: east of Greenwich a day begins earlier than in UTC. */
export function lastDay(now: Date): string {
  return dayInUtc(new Date(now.getTime() + dayMs));
}
