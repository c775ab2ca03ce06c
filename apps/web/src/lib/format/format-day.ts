const date = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The day of a timestamp in the user's time zone, as `Nov 3, 2026`. */
export function formatLocalDate(timestamp: string): string {
  return date.format(new Date(timestamp));
}

/** Like `formatLocalDate`, but `today` or `yesterday` if it is. */
export function formatDay(timestamp: string, now = new Date()): string {
  const day = formatLocalDate(timestamp);
  if (day === date.format(now)) return 'today';
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  return day === date.format(yesterday) ? 'yesterday' : day;
}

/** Day and time in the user's time zone, as `today 14:03` or `Nov 3, 2026 14:03`. */
export function formatDayAndTime(timestamp: string, now = new Date()): string {
  return `${formatDay(timestamp, now)} ${time.format(new Date(timestamp))}`;
}
