import { type MissingBar, priceBarRepository, type Stock } from '@stockbook/db';
import { isCalendarDate } from '../../primitives.ts';
import type { Download } from '../download-history.ts';
import type { FetchContext } from '../fetch-context.ts';
import { withoutDates } from '../merge-bars.ts';
import { findHolidayBars, findMissingBars } from './missing-bars.ts';
import { readTradingDays } from './trading-days.ts';

/** A download whose days were compared with the trading days of the exchange. */
export interface CheckedDownload extends Download {
  /** Days of bars that are rejected and, if they are stored, deleted. */
  readonly holidayDates: readonly string[];
  readonly missingBars: MissingBar[];
  /** Invalid bars and those of holidays; lines of a CSV file without a date are counted, too. */
  readonly rejectedBars: number;
}

/** Rejects the bars of holidays and finds the days without a bar. */
export async function checkDays(
  { em, clock }: FetchContext,
  stock: Stock,
  download: Download,
): Promise<CheckedDownload> {
  const { history, from, isWhole } = download;
  const { exchange, timezone, type } = history.instrument;
  const tradingDays = await readTradingDays(
    em,
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
  const stored = isWhole ? [] : await priceBarRepository.listDaily(em, stock.id, { from });
  const kept = new Set([...bars.date, ...stored.map(({ date }) => date)]);
  for (const date of holidayDates) kept.delete(date);
  const dates = [...kept].sort();
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
    clock().toISOString().slice(0, 10),
  );
  const undated = history.rejectedDates.filter((date) => !isCalendarDate(date)).length;
  const rejectedBars = missingBars.filter(({ reason }) => reason !== 'absent').length + undated;
  return { ...download, history: { ...history, bars }, holidayDates, missingBars, rejectedBars };
}
