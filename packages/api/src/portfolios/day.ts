import { dayMs } from '@stockbook/common/durations';

/** The day of an instant in UTC, `YYYY-MM-DD`. */
export function dayInUtc(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The last day that a transaction may have: east of Greenwich a day begins earlier than in UTC. */
export function lastDay(now: Date): string {
  return dayInUtc(new Date(now.getTime() + dayMs));
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

/** `Mar 3, 2024`. */
export function formatDay(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}
