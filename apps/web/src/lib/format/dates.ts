const shortDate = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const utcDate = new Intl.DateTimeFormat('en-US', { ...shortDate, timeZone: 'UTC' });
const localDate = new Intl.DateTimeFormat('en-US', shortDate);
const localDayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const localTime = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const localMoment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

function formatBy(format: Intl.DateTimeFormat, date: string | null | undefined): string {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? 'N/A' : format.format(time);
}

/** A date `YYYY-MM-DD`, or the UTC date of a timestamp, as `Nov 20, 2026`; N/A if missing or invalid. */
export function formatDate(date: string | null | undefined): string {
  return formatBy(utcDate, date);
}

/** A timestamp with its time in the user's time zone, as `Nov 20, 2026, 10:15 PM`; N/A if missing or invalid. */
export function formatMoment(timestamp: string | null | undefined): string {
  return formatBy(localMoment, timestamp);
}

/** The day of a timestamp in the user's time zone, as `Nov 3, 2026`. */
export function formatLocalDate(timestamp: string): string {
  return localDate.format(new Date(timestamp));
}

/** Like `formatLocalDate`, but `today` or `yesterday` if it is. */
export function formatDay(timestamp: string, now = new Date()): string {
  const day = formatLocalDate(timestamp);
  if (day === localDate.format(now)) return 'today';
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  return day === localDate.format(yesterday) ? 'yesterday' : day;
}

/** The time of a timestamp in the user's time zone, as `14:03`. */
export function formatTime(timestamp: string): string {
  return localTime.format(new Date(timestamp));
}

/** Day and time of milliseconds since 1970 in the user's time zone, as `Nov 20, 15:42`. */
export function formatShortMoment(time: number): string {
  return `${localDayOfYear.format(time)}, ${localTime.format(time)}`;
}

/** Day and time in the user's time zone, as `today 14:03` or `Nov 3, 2026 14:03`. */
export function formatDayAndTime(timestamp: string, now = new Date()): string {
  return `${formatDay(timestamp, now)} ${formatTime(timestamp)}`;
}

/** A timestamp in the user's time zone, as `Nov 20, 2026 at 22:15`. */
export function formatDateAtTime(timestamp: string): string {
  return `${formatLocalDate(timestamp)} at ${formatTime(timestamp)}`;
}

/** Today in the user's time zone, `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
