import { dayMs } from '@stockbook/common/durations';
import { dateInTimeZone, instantInTimeZone } from '../bars/time-zone.ts';

/** The regular hours of an exchange, as local times `HH:MM`. Holidays and half days are known to sources only. */
export interface TradingHours {
  readonly timezone: string;
  readonly opens: string;
  readonly closes: string;
  /** Trading pauses from the first to the second time; null without a pause. */
  readonly lunch: readonly [string, string] | null;
  /** The days of the week with a session: 1 is Monday, 7 is Sunday. */
  readonly days: readonly number[];
  /** Currencies trade from Sunday's to Friday's close of New York, 17:00. */
  readonly hasCurrencyWeek: boolean;
}

/** The facts about an instrument's hours that its stored history has shown. */
export interface LearnedHours {
  /** The beginning of the source's last trading period, `HH:MM` at the exchange; null if it names none. */
  readonly opens: string | null;
  /** Of Saturday (6) and Sunday (7) those on which bars are stored. */
  readonly weekendDays: readonly number[];
}

type Row = readonly [
  suffixes: string,
  timezone: string,
  opens: string,
  closes: string,
  lunch?: string | null,
  days?: readonly number[],
];

const mondayToFriday = [1, 2, 3, 4, 5];
const sundayToThursday = [1, 2, 3, 4, 7];
const allDays = [1, 2, 3, 4, 5, 6, 7];

const rows: readonly Row[] = [
  ['', 'America/New_York', '09:30', '16:00'],
  ['.TO .V .NE', 'America/Toronto', '09:30', '16:00'],
  ['.SA', 'America/Sao_Paulo', '10:00', '17:00'],
  ['.MX', 'America/Mexico_City', '08:30', '15:00'],
  ['.DE', 'Europe/Berlin', '09:00', '17:30'],
  ['.F', 'Europe/Berlin', '08:00', '22:00'],
  ['.PA', 'Europe/Paris', '09:00', '17:30'],
  ['.AS', 'Europe/Amsterdam', '09:00', '17:30'],
  ['.BR', 'Europe/Brussels', '09:00', '17:30'],
  ['.MI', 'Europe/Rome', '09:00', '17:30'],
  ['.MC', 'Europe/Madrid', '09:00', '17:30'],
  ['.LS', 'Europe/Lisbon', '08:00', '16:30'],
  ['.IR', 'Europe/Dublin', '08:00', '16:30'],
  ['.L', 'Europe/London', '08:00', '16:30'],
  ['.SW', 'Europe/Zurich', '09:00', '17:30'],
  ['.VI', 'Europe/Vienna', '09:00', '17:30'],
  ['.OL', 'Europe/Oslo', '09:00', '16:20'],
  ['.ST', 'Europe/Stockholm', '09:00', '17:30'],
  ['.CO', 'Europe/Copenhagen', '09:00', '17:00'],
  ['.HE', 'Europe/Helsinki', '10:00', '18:30'],
  ['.WA', 'Europe/Warsaw', '09:00', '17:00'],
  ['.JO', 'Africa/Johannesburg', '09:00', '17:00'],
  ['.SR', 'Asia/Riyadh', '10:00', '15:20', null, sundayToThursday],
  ['.NS .BO', 'Asia/Kolkata', '09:15', '15:30'],
  ['.HK', 'Asia/Hong_Kong', '09:30', '16:10', '12:00 13:00'],
  ['.SS .SZ', 'Asia/Shanghai', '09:30', '15:00', '11:30 13:00'],
  ['.T', 'Asia/Tokyo', '09:00', '15:30', '11:30 12:30'],
  ['.KS .KQ', 'Asia/Seoul', '09:00', '15:30'],
  ['.TW .TWO', 'Asia/Taipei', '09:00', '13:30'],
  ['.SI', 'Asia/Singapore', '09:00', '17:00', '12:00 13:00'],
  ['.JK', 'Asia/Jakarta', '09:00', '16:00'],
  ['.VN', 'Asia/Bangkok', '09:00', '15:00'],
  ['.AX', 'Australia/Sydney', '10:00', '16:12'],
  ['.NZ', 'Pacific/Auckland', '10:00', '16:45'],
];

function hoursOfRow([, timezone, opens, closes, lunch, days = mondayToFriday]: Row): TradingHours {
  const [from, to] = lunch?.split(' ') ?? [];
  const pause = from !== undefined && to !== undefined ? ([from, to] as const) : null;
  return { timezone, opens, closes, lunch: pause, days, hasCurrencyWeek: false };
}

const bySuffix = new Map(
  rows.flatMap((row) => row[0].split(' ').map((suffix): [string, TradingHours] => [suffix, hoursOfRow(row)])),
);
const byTimezone = new Map(rows.toReversed().map((row) => [row[1], hoursOfRow(row)]));

/**
 * The regular hours of an instrument.
 * @param timezone of the exchange, for symbols of an index and of an exchange that the table lacks
 * @param learned stands above the table
 */
export function tradingHours(
  symbol: string,
  timezone: string | null,
  { opens, weekendDays }: LearnedHours = { opens: null, weekendDays: [] },
): TradingHours {
  const zone = timezone ?? 'America/New_York';
  const allDay = { timezone: zone, opens: '00:00', closes: '24:00', lunch: null };
  // Only cryptocurrencies have bars on both days of the weekend.
  if (weekendDays.length === 2) return { ...allDay, days: allDays, hasCurrencyWeek: false };
  if (/=[XF]$/.test(symbol)) return { ...allDay, days: mondayToFriday, hasCurrencyWeek: true };
  const hours = hoursOfExchange(symbol, timezone, zone);
  return {
    ...hours,
    opens: opens !== null && opens < hours.closes ? opens : hours.opens,
    days: [...hours.days, ...weekendDays],
  };
}

/** The end of a symbol that names its exchange; empty for American ones. */
function suffixOf(symbol: string): string {
  return /\.[A-Z]+$/.exec(symbol)?.[0] ?? '';
}

/** The key of the exchange of an instrument. */
export function exchangeOf({
  symbol,
  timezone,
}: {
  readonly symbol: string;
  readonly timezone: string;
}): string {
  return `${suffixOf(symbol)} ${timezone}`;
}

function hoursOfExchange(symbol: string, timezone: string | null, zone: string): TradingHours {
  const suffix = suffixOf(symbol);
  const hours = symbol.startsWith('^') ? undefined : bySuffix.get(suffix);
  if (hours && (timezone === null || suffix !== '' || hours.timezone === timezone)) return hours;
  return byTimezone.get(zone) ?? hoursOfRow(['', zone, '09:00', '17:30']);
}

/** The instants, in milliseconds since 1970, between which the exchange trades on `date`, if it does. */
export function sessionOn({ timezone, opens, closes }: TradingHours, date: string) {
  const opensAt = instantInTimeZone(date, opens, timezone);
  if (closes !== '24:00') return { opensAt, closesAt: instantInTimeZone(date, closes, timezone) };
  return { opensAt, closesAt: instantInTimeZone(dayAfter(date, 1), '00:00', timezone) };
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

function dayOfWeek(date: string): number {
  return new Date(date).getUTCDay() || 7;
}

/** Whether the exchange has a session on `date`, unless that is a holiday. */
export function tradesOn({ days }: TradingHours, date: string): boolean {
  return days.includes(dayOfWeek(date));
}

/** The last day before `date` with a session, unless that is a holiday. */
export function tradingDayBefore(hours: TradingHours, date: string): string {
  let day = dayAfter(date, -1);
  while (!tradesOn(hours, day)) day = dayAfter(day, -1);
  return day;
}

/** Whether the exchange trades at `instant` by the clock. */
export function isOpenAt(hours: TradingHours, instant: number): boolean {
  if (hours.hasCurrencyWeek) return isCurrencyWeek(instant);
  const date = dateInTimeZone(instant, hours.timezone);
  const { opensAt, closesAt } = sessionOn(hours, date);
  const isInSession = tradesOn(hours, date) && instant >= opensAt && instant < closesAt;
  return isInSession && lunchAt(hours, instant) === null;
}

/** Whether `instant` is at the weekend of the exchange. */
export function isWeekendAt(hours: TradingHours, instant: number): boolean {
  if (hours.hasCurrencyWeek) return !isCurrencyWeek(instant);
  return !tradesOn(hours, dateInTimeZone(instant, hours.timezone));
}

const weekEndsAt = '17:00';
const newYork = 'America/New_York';

function isCurrencyWeek(instant: number): boolean {
  const date = dateInTimeZone(instant, newYork);
  const day = dayOfWeek(date);
  if (day === 6) return false;
  const boundary = instantInTimeZone(date, weekEndsAt, newYork);
  if (day === 7) return instant >= boundary;
  return day !== 5 || instant < boundary;
}

/** The instant at which trading should begin on a day; null if it should not. */
function openingOn(hours: TradingHours, date: string): number | null {
  if (hours.hasCurrencyWeek && dayOfWeek(date) === 7) return instantInTimeZone(date, weekEndsAt, newYork);
  const { opensAt } = sessionOn(hours, date);
  return tradesOn(hours, date) && (!hours.hasCurrencyWeek || isCurrencyWeek(opensAt)) ? opensAt : null;
}

/** The first expected opening after `instant`. */
export function nextOpening(hours: TradingHours, instant: number): number {
  // Currencies whose day is ahead of New York's begin their week on the day after Sunday.
  for (let date = dayAfter(dateInTimeZone(instant, hours.timezone), -1); ; date = dayAfter(date, 1)) {
    const opening = openingOn(hours, date);
    if (opening !== null && opening > instant) return opening;
  }
}

/** The last expected opening until `instant`, on its day or on the one before; else null. */
export function lastOpening(hours: TradingHours, instant: number): number | null {
  const today = dateInTimeZone(instant, hours.timezone);
  for (const date of [today, dayAfter(today, -1)]) {
    const opening = openingOn(hours, date);
    if (opening !== null && opening <= instant) return opening;
  }
  return null;
}

/** The exchange's lunch pause at `instant`; null outside of one. */
export function lunchAt({ lunch, timezone }: TradingHours, instant: number) {
  if (lunch === null) return null;
  const date = dateInTimeZone(instant, timezone);
  const [from, to] = lunch;
  const startsAt = instantInTimeZone(date, from, timezone);
  const endsAt = instantInTimeZone(date, to, timezone);
  return instant >= startsAt && instant < endsAt ? { startsAt, endsAt } : null;
}
