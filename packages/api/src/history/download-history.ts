import { dayMs } from '@stockbook/common/durations';
import { priceBarRepository, type Stock } from '@stockbook/db';
import { type History, type HistoryOptions, isKeyedSource, MarketDataError } from '@stockbook/market-data';
import type { FetchContext } from './fetch-context.ts';
import { isFullReadDue } from './missing/full-read.ts';
import { assertNoDataLoss, hasNewSplit, hasRestatedCloses, losesData, missingDates } from './restate.ts';

/** An update starts this many days before the last stored bar, to detect restated prices and bars that come late. */
const overlapDays = 35;

/** PostgreSQL's first date of our era; CSV files may begin before 1990. */
const earliestDate = '0001-01-01';

export interface Download {
  readonly history: History;
  /** The first day that `history` covers. */
  readonly from: string;
  /** Whether `history` replaces the stored bars; otherwise it is merged into them. */
  readonly isWhole: boolean;
  /** Whether the provider's whole history was read. */
  readonly isFullRead: boolean;
  /** The days since `from` that are stored; empty if `history` replaces them. */
  readonly storedDates: readonly string[];
}

/**
 * Downloads the new bars with an overlap, or the whole history if no bar is stored, if the stored bars were restated,
 * or if a full reading is due. Writes nothing.
 * @throws MarketDataError also if the download would lose stored bars or replace real ones by simulated ones
 */
export async function downloadHistory(ctx: FetchContext, stock: Stock): Promise<Download> {
  const { em, signal, userId: requester } = ctx;
  const { marketData, clock, log } = ctx.services;
  const { symbol, dataEndDate } = stock;
  // A scheduled refresh stays with the stock's source; a refresh that a user requests may go back to Yahoo.
  const preferredSource = requester === undefined ? stock.dataSource : null;
  if (marketData.readsFiles || dataEndDate === null) return downloadWhole(ctx, stock, preferredSource);
  const from = new Date(Date.parse(dataEndDate) - overlapDays * dayMs).toISOString().slice(0, 10);
  const isFullRead = isFullReadDue(stock, from, clock());
  if (isFullRead) {
    const download = await readAgain(ctx, stock, preferredSource);
    if (download !== null) return download;
    log.warn({ symbol }, 'ignored a whole history that lacks stored days');
  }
  const update = await marketData.history(symbol, { from, signal, requester, preferredSource });
  assertNotSimulated(stock, update);
  if (stock.dataSource === update.source && !(await hasNewSplit(em, stock, update))) {
    const stored = await priceBarRepository.readColumns(em, stock.id, { from, columns: ['close'] });
    if (!hasRestatedCloses(stock, stored, update)) {
      return { history: update, from, isWhole: false, isFullRead, storedDates: stored.date };
    }
  }
  // Another source has failed a moment ago, perhaps by a time-out.
  const whole = await downloadWhole(ctx, stock, update.source);
  if (whole.history.source === stock.dataSource) {
    const { date } = await priceBarRepository.readColumns(em, stock.id, { columns: ['close'] });
    assertNoDataLoss(symbol, date, whole.history);
  }
  return whole;
}

async function downloadWhole(
  { signal, userId: requester, services: { marketData } }: FetchContext,
  stock: Stock,
  preferredSource: HistoryOptions['preferredSource'],
): Promise<Download> {
  const history = await marketData.history(stock.symbol, { signal, requester, preferredSource });
  assertNotSimulated(stock, history);
  assertNotTruncated(stock, history);
  if (history.bars.date.length > 0) {
    return { history, from: earliestDate, isWhole: true, isFullRead: true, storedDates: [] };
  }
  throw new MarketDataError('bad_data', `No price history was found for "${stock.symbol}"`);
}

/**
 * The whole history of a stock with bars. Stored days that the provider lacks now are kept, because it may have lost
 * them for some days only.
 * @returns null if the history lacks stored days and shows other prices: the two cannot be merged
 */
async function readAgain(
  ctx: FetchContext,
  stock: Stock,
  preferredSource: HistoryOptions['preferredSource'],
): Promise<Download | null> {
  const download = await downloadWhole(ctx, stock, preferredSource);
  const { history } = download;
  if (history.source !== stock.dataSource) return download;
  const stored = await priceBarRepository.readColumns(ctx.em, stock.id, { columns: ['close'] });
  if (missingDates(stored.date, history).length === 0) return download;
  if (!hasRestatedCloses(stock, stored, history)) {
    return { ...download, isWhole: false, storedDates: stored.date };
  }
  return losesData(stored.date, history) ? null : download;
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

/** A keyed source whose plan covers only a part of the stored days (one year, for example) does not replace them. */
function assertNotTruncated({ symbol, barCount, dataSource }: Stock, { bars, source }: History): void {
  if (source === dataSource || !isKeyedSource(source) || dataSource === 'simulated') return;
  if (bars.date.length >= barCount / 2) return;
  throw new MarketDataError(
    'unavailable',
    `The other source has only ${bars.date.length.toLocaleString('en-US')} of the ${barCount.toLocaleString('en-US')} stored days of "${symbol}", so it does not replace them`,
  );
}
