/** `14:05 UTC` for `instant`, rounded up to the minute, with its date where that is not the date of `now`. */
export function utcTime(instant: Date, now: Date): string {
  const [date, time] = new Date(Math.ceil(instant.getTime() / 60_000) * 60_000).toISOString().split('T');
  const isToday = now.toISOString().startsWith(`${date}T`);
  return `${isToday ? '' : `${date} `}${time?.slice(0, 5)} UTC`;
}
