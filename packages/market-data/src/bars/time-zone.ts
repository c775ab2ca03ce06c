const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** The offset by week since 1970, null where it changes within the week. Asking Intl for each of 9,000 bars is slow. */
  readonly offsetOfWeek: Map<number, number | null>;
}

const zones = new Map<string, Zone>();

/** Whether `name` is a time zone of the IANA database. */
export function isTimeZone(name: string): boolean {
  try {
    zoneOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The calendar date `YYYY-MM-DD` at `instant` (milliseconds since 1970) in the IANA time zone `timeZone`. */
export function dateInTimeZone(instant: number, timeZone: string): string {
  return localTime(instant, timeZone).slice(0, 10);
}

/** The time of the day `HH:MM` at `instant` (milliseconds since 1970) in the IANA time zone `timeZone`. */
export function timeInTimeZone(instant: number, timeZone: string): string {
  return localTime(instant, timeZone).slice(11, 16);
}

function localTime(instant: number, timeZone: string): string {
  return new Date(instant + offsetAt(instant, zoneOf(timeZone))).toISOString();
}

/** The instant (milliseconds since 1970) at which clocks in `timeZone` show `time` (`HH:MM`) on `date`. */
export function instantInTimeZone(date: string, time: string, timeZone: string): number {
  const zone = zoneOf(timeZone);
  const asIfUtc = Date.parse(`${date}T${time}:00Z`);
  const guess = asIfUtc - offsetAt(asIfUtc, zone);
  // The guess may lie on the other side of a change of the clocks.
  return asIfUtc - offsetAt(guess, zone);
}

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (zone === undefined) {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    zone = { format, offsetOfWeek: new Map() };
    zones.set(timeZone, zone);
  }
  return zone;
}

/** Milliseconds by which local time is ahead of UTC. */
function offsetAt(instant: number, zone: Zone): number {
  const week = Math.floor(instant / WEEK_MS);
  let offset = zone.offsetOfWeek.get(week);
  if (offset === undefined) {
    const atStart = askOffset(week * WEEK_MS, zone.format);
    offset = atStart === askOffset((week + 1) * WEEK_MS, zone.format) ? atStart : null;
    zone.offsetOfWeek.set(week, offset);
  }
  return offset ?? askOffset(instant, zone.format);
}

function askOffset(instant: number, format: Intl.DateTimeFormat): number {
  const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? '';
  // `GMT`, `GMT-05:00`, and before 1900 also `GMT-04:56:02`.
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? [];
  const size = Number(hours) * HOUR_MS + Number(minutes) * 60_000 + Number(seconds) * 1000;
  return sign === '-' ? -size : size;
}
