import { dayMs } from '@stockbook/common/durations';

const dateFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** A day as sentences name it: `Mar 3, 2024`. */
export function formatDay(day: number): string {
  return dateFormat.format(day * dayMs);
}
