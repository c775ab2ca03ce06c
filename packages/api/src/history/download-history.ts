import { priceBarRepository, type SplitRow, type Stock, stockActionRepository } from '@stockbook/db';
import { dayMs, type History, MarketDataError, type Split } from '@stockbook/market-data';
import type { FetchContext } from './fetch-context.ts';

/** An update starts this many days before the last stored bar, to detect restated prices. */
const overlapDays = 10;

/** Closes whose relative difference is at most this differ only by rounding. */
const roundingTolerance = 1e-4;

/**
 * Bars that a restated history may lack, per started thousand of stored bars. Yahoo sometimes withdraws the bar of a
 * holiday; a history with a gap lacks more.
 */
const maxMissingPerThousand = 1;

/** PostgreSQL's first date of our era; CSV files may begin before 1990. */
const earliestDate = '0001-01-01';

export interface Download {
  readonly history: History;
  /** The first day that `history` covers. */
  readonly from: string;
  /** Whether `history` replaces the stored bars; otherwise it is merged into them. */
  readonly isWhole: boolean;
  /** Number of days whose bar is missing because the provider's was invalid, after this download is stored. */
  readonly rejectedBars: number;
}

/**
 * Downloads the new bars with an overlap, or the whole history if no bar is stored or the stored bars were restated.
 * Writes nothing.
 * @throws MarketDataError also if the download would lose stored bars or replace real ones by simulated ones
 */
export async function downloadHistory(ctx: FetchContext, stock: Stock): Promise<Download> {
  const { em, marketData, signal, userId: requester } = ctx;
  const { symbol, dataEndDate } = stock;
  if (marketData.readsFiles || dataEndDate === null) return downloadWhole(ctx, stock);
  const from = new Date(Date.parse(dataEndDate) - overlapDays * dayMs).toISOString().slice(0, 10);
  const update = await marketData.history(symbol, { from, signal, requester });
  assertNotSimulated(stock, update);
  const stored = await priceBarRepository.listDaily(em, stock.id, { from });
  const storedSplits = await stockActionRepository.listSplits(em, stock.id);
  if (isRestated(stock, stored, storedSplits, update)) {
    const whole = await downloadWhole(ctx, stock);
    if (whole.history.source === stock.dataSource) {
      assertNoDataLoss(symbol, (await priceBarRepository.readColumns(em, stock.id)).date, whole.history);
    }
    return whole;
  }
  // Rejected days of the overlap are already in `stock.rejectedBars`, except those that were backfilled now.
  const storedDates = new Set(stored.map(({ date }) => date));
  const backfilled = update.bars.date.filter((date) => date < dataEndDate && !storedDates.has(date));
  const newlyRejected = update.rejectedDates.filter((date) => date > dataEndDate);
  const rejectedBars = Math.max(0, stock.rejectedBars - backfilled.length) + newlyRejected.length;
  return { history: update, from, isWhole: false, rejectedBars };
}

async function downloadWhole(
  { marketData, signal, userId: requester }: FetchContext,
  stock: Stock,
): Promise<Download> {
  const history = await marketData.history(stock.symbol, { signal, requester });
  assertNotSimulated(stock, history);
  if (history.bars.date.length > 0) {
    return { history, from: earliestDate, isWhole: true, rejectedBars: history.rejectedDates.length };
  }
  throw new MarketDataError('bad_data', `No price history was found for "${stock.symbol}"`);
}

/** Simulated bars never replace real ones: if the provider falls back to them, the refresh fails. */
function assertNotSimulated({ dataSource }: Stock, { source }: History): void {
  if (source === 'simulated' && dataSource !== null && dataSource !== 'simulated') {
    throw new MarketDataError(
      'unavailable',
      'Only simulated prices are to be had at present, and those never replace real ones',
    );
  }
}

/** A restated history may replace the `stored` days only if it has (nearly) all of them, the last one included. */
function assertNoDataLoss(symbol: string, stored: readonly string[], { bars, rejectedDates }: History): void {
  const received = new Set(bars.date);
  const rejected = new Set(rejectedDates);
  const missing = stored.filter((date) => !received.has(date));
  const maxMissing = Math.ceil(stored.length / 1000) * maxMissingPerThousand;
  const isTruncated = (bars.date.at(-1) ?? '') < (stored.at(-1) ?? '');
  // A rejected day was not withdrawn: its bar exists, with invalid prices this time.
  if (isTruncated || missing.length > maxMissing || missing.some((date) => rejected.has(date))) {
    throw new MarketDataError(
      'bad_data',
      `The history that came for "${symbol}" lacks ${missing.length.toLocaleString('en-US')} of the ${stored.length.toLocaleString('en-US')} days that are kept`,
    );
  }
}

/** Whether the overlap shows that the provider has changed bars that are already stored. */
function isRestated(
  stock: Stock,
  stored: readonly { date: string; close: number }[],
  storedSplits: readonly SplitRow[],
  { bars, splits, source }: History,
): boolean {
  if (source !== stock.dataSource) return true;
  const isStored = ({ date, numerator, denominator }: Split) =>
    storedSplits.some(
      (split) => split.exDate === date && split.numerator === numerator && split.denominator === denominator,
    );
  if (!splits.every(isStored)) return true;
  const storedCloses = new Map(stored.map(({ date, close }) => [date, close]));
  // The last stored bar may have been provisional: a corrected one is not a restatement.
  storedCloses.delete(stock.dataEndDate ?? '');
  return bars.date.some((date, index) => {
    const before = storedCloses.get(date);
    const after = bars.close[index];
    if (before === undefined || after === undefined) return false;
    return Math.abs(after - before) > roundingTolerance * Math.max(Math.abs(before), Math.abs(after));
  });
}
