import { dayMs } from '@stockbook/common/durations';
import { dateInTimeZone, instantInTimeZone } from '../bars/time-zone.ts';

/** The regular hours of an exchange, as local times `HH:MM`. Holidays and half days are known to sources only. */
export interface TradingHours {
  readonly timezone: string;
  readonly opens: string;
  readonly closes: string;
  /** Trading pauses from the first to the second time; null without a pause. */
  readonly lunch: readonly [string, string] | null;
  /** Currencies trade from Sunday's to Friday's close of New York, 17:00. */
  readonly isRoundTheClock: boolean;
}

type Row = readonly [suffixes: string, timezone: string, opens: string, closes: string, lunch?: string];

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

function hoursOfRow([, timezone, opens, closes, lunch]: Row): TradingHours {
  const [from, to] = lunch?.split(' ') ?? [];
  const pause = from !== undefined && to !== undefined ? ([from, to] as const) : null;
  return { timezone, opens, closes, lunch: pause, isRoundTheClock: false };
}

const bySuffix = new Map(
  rows.flatMap((row) => row[0].split(' ').map((suffix): [string, TradingHours] => [suffix, hoursOfRow(row)])),
);
const byTimezone = new Map(rows.toReversed().map((row) => [row[1], hoursOfRow(row)]));

/**
 * The regular hours of an instrument's exchange.
 * @param timezone of the exchange, for symbols of an index and of an exchange that the table lacks
 */
export function tradingHours(symbol: string, timezone: string | null): TradingHours {
  const zone = timezone ?? 'America/New_York';
  if (/(?:=[XF]|-USD)$/.test(symbol)) {
    return { timezone: zone, opens: '00:00', closes: '24:00', lunch: null, isRoundTheClock: true };
  }
  const [, suffix = ''] = /(\.[A-Z]+)$/.exec(symbol) ?? [];
  const hours = symbol.startsWith('^') ? undefined : bySuffix.get(suffix);
  if (hours && (timezone === null || suffix !== '' || hours.timezone === timezone)) return hours;
  const ofZone = byTimezone.get(zone);
  return ofZone ?? { timezone: zone, opens: '09:00', closes: '17:30', lunch: null, isRoundTheClock: false };
}

/** The instants, in milliseconds since 1970, between which the exchange trades on `date`, if it does. */
export function sessionOn({ timezone, opens, closes }: TradingHours, date: string) {
  const opensAt = instantInTimeZone(date, opens, timezone);
  if (closes !== '24:00') return { opensAt, closesAt: instantInTimeZone(date, closes, timezone) };
  const tomorrow = new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10);
  return { opensAt, closesAt: instantInTimeZone(tomorrow, '00:00', timezone) };
}

export function isWeekday(date: string): boolean {
  return new Date(date).getUTCDay() % 6 !== 0;
}

/** Whether the exchange trades at `instant` by the clock, the lunch pause included. */
export function isOpenAt(hours: TradingHours, instant: number): boolean {
  if (hours.isRoundTheClock) return isCurrencyWeek(instant);
  const date = dateInTimeZone(instant, hours.timezone);
  const { opensAt, closesAt } = sessionOn(hours, date);
  return isWeekday(date) && instant >= opensAt && instant < closesAt;
}

const weekEndsAt = '17:00';

function isCurrencyWeek(instant: number): boolean {
  const date = dateInTimeZone(instant, 'America/New_York');
  const day = new Date(date).getUTCDay();
  if (day === 6) return false;
  const boundary = instantInTimeZone(date, weekEndsAt, 'America/New_York');
  if (day === 0) return instant >= boundary;
  return day !== 5 || instant < boundary;
}

/** The first opening after `instant`, on a weekday. */
export function nextOpening(hours: TradingHours, instant: number): number {
  const zone = hours.isRoundTheClock ? 'America/New_York' : hours.timezone;
  for (let daysAhead = 0; ; daysAhead += 1) {
    const date = dateInTimeZone(instant + daysAhead * dayMs, zone);
    const opening = hours.isRoundTheClock
      ? instantInTimeZone(date, weekEndsAt, zone)
      : sessionOn(hours, date).opensAt;
    const isTradingDay = hours.isRoundTheClock ? new Date(date).getUTCDay() === 0 : isWeekday(date);
    if (isTradingDay && opening > instant) return opening;
  }
}
