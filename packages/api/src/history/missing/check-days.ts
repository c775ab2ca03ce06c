import type { BarColumns, MissingBar, Stock } from '@stockbook/db';
import { isCalendarDate } from '../../primitives.ts';
import type { Download } from '../download-history.ts';
import type { FetchContext } from '../fetch-context.ts';
import { withoutDates } from '../merge-bars.ts';
import { findHolidayBars, findMissingBars } from './missing-bars.ts';
import { readTradingDays } from './trading-days.ts';

/** A download whose days were compared with the trading days of the exchange. */
export interface CheckedDownload extends Omit<Download, 'history'> {
  readonly history: Omit<Download['history'], 'bars'> & { readonly bars: BarColumns };
  /** Days of bars that are rejected and, if they are stored, deleted. */
  readonly holidayDates: readonly string[];
  readonly missingBars: MissingBar[];
  /** Whether each bar is new or differs from the stored one; false by default: some may be stored already. */
  readonly isDifference?: boolean;
  /** Invalid bars and those of holidays; lines of a CSV file without a date are counted, too. */
  readonly rejectedBars: number;
}

/** Rejects the bars of holidays and finds the days without a bar. */
export async function checkDays(
  ctx: FetchContext,
  stock: Stock,
  download: Download,
): Promise<CheckedDownload> {
  const { history, from, isWhole, storedDates } = download;
  const { exchange, timezone, type } = history.instrument;
  const tradingDays = await readTradingDays(
    ctx,
    {
      id: stock.id,
      exchange: stock.exchange ?? exchange,
      timezone: stock.timezone ?? timezone,
      type: stock.type ?? type,
    },
    history.source,
    from,
  );
  const holidayDates = findHolidayBars(history.bars, tradingDays);
  const bars = withoutDates(history.bars, holidayDates);
  const dates = datesOf(bars.date, storedDates, holidayDates);
  const missingBars = findMissingBars(
    history.source === stock.dataSource ? stock.missingBars : [],
    {
      from,
      dates,
      rejectedDates: history.rejectedDates,
      holidayDates,
      firstDate: (isWhole ? null : stock.dataStartDate) ?? dates[0] ?? '',
      pendingCloseDate: stock.pendingCloseDate,
    },
    tradingDays,
    ctx.services.clock().toISOString().slice(0, 10),
  );
  const undated = history.rejectedDates.filter((date) => !isCalendarDate(date)).length;
  const rejectedBars = missingBars.filter(({ reason }) => reason !== 'absent').length + undated;
  return { ...download, history: { ...history, bars }, holidayDates, missingBars, rejectedBars };
}

/** The days with a bar once the download is stored, ascending. */
function datesOf(
  downloaded: readonly string[],
  stored: readonly string[],
  holidays: readonly string[],
): readonly string[] {
  if (stored.length === 0) return downloaded;
  const dates = new Set([...downloaded, ...stored]);
  for (const date of holidays) dates.delete(date);
  return [...dates].sort();
}
