import type { BarColumns, MissingBar } from '@stockbook/db';
import { isCalendarDate } from '../../primitives.ts';
import type { TradingDays } from './trading-days.ts';

export interface DownloadedDays {
  /** The first day that the download covers. */
  readonly from: string;
  /** The days with a bar since `from`, ascending, as they will be stored. */
  readonly dates: readonly string[];
  /** The days of rejected bars; a text of a CSV file may be no date. */
  readonly rejectedDates: readonly string[];
  readonly holidayDates: readonly string[];
  /** The first stored day; days before it are not missing. */
  readonly firstDate: string;
  /** The pending close before the download; a later bar makes its day a missing one. */
  readonly pendingCloseDate: string | null;
}

/**
 * The days without a bar after a download: those of rejected bars, those on which the exchange traded, and those whose
 * close never came. Days before the download stay as they were.
 * @param today the date that a newly missing day gets as `since`
 */
export function findMissingBars(
  previous: readonly MissingBar[],
  { from, dates, rejectedDates, holidayDates, firstDate, pendingCloseDate }: DownloadedDays,
  tradingDays: TradingDays,
  today: string,
): MissingBar[] {
  const stored = new Set(dates);
  const lastDate = dates.at(-1) ?? '';
  const reasons = new Map<string, MissingBar['reason']>();
  const absent = tradingDays.expected.filter((date) => date >= from);
  if (pendingCloseDate !== null) absent.push(pendingCloseDate);
  absent.push(...previous.filter(({ reason }) => reason === 'absent').map(({ date }) => date));
  for (const date of absent) {
    if (stored.has(date)) continue;
    if (date > firstDate && date < lastDate && !tradingDays.isHoliday(date)) reasons.set(date, 'absent');
  }
  for (const date of rejectedDates) if (isCalendarDate(date)) reasons.set(date, 'invalid');
  for (const date of holidayDates) reasons.set(date, 'holiday');
  const since = new Map(previous.map((missing) => [missing.date, missing.since]));
  const found = [...reasons]
    .filter(([date]) => date >= from && !stored.has(date))
    .map(([date, reason]) => ({ date, reason, since: since.get(date) ?? today }));
  const earlier = previous.filter(({ date }) => date < from);
  return [...earlier, ...found].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/**
 * The days of flat bars without volume on which no other stock of the exchange traded: some providers send such bars.
 */
export function findHolidayBars(
  { date: dates, open, high, low, close, volume }: BarColumns,
  tradingDays: TradingDays,
): string[] {
  return dates.filter(
    (date, row) =>
      volume[row] === 0 && high[row] === low[row] && open[row] === close[row] && tradingDays.isHoliday(date),
  );
}
