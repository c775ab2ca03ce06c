import { minuteMs } from '@stockbook/common/durations';

/** `instant` as `14:05 UTC`, rounded up to the minute; with the date if it differs from the date of `now`. */
export function utcTime(instant: Date, now: Date): string {
  const [date, time] = new Date(Math.ceil(instant.getTime() / minuteMs) * minuteMs).toISOString().split('T');
  const isToday = now.toISOString().startsWith(`${date}T`);
  return `${isToday ? '' : `${date} `}${time?.slice(0, 5)} UTC`;
}
