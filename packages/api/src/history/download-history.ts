import { priceBarRepository, type Stock } from '@stockbook/db';
import { type History, MarketDataError } from '@stockbook/market-data';
import type { FetchContext } from './fetch-history.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** So many days before the last stored bar are read again, to notice that the past was restated. */
const overlapDays = 10;

/** Two closes nearer than this, relatively, differ by rounding only. */
const roundingTolerance = 1e-4;

/**
 * Yahoo takes back a day that never was (a holiday's) now and then: of each thousand stored days, begun thousands
 * counted, so many may be missing from a restated history. An answer with a hole in it misses more.
 */
const takenBackPerThousand = 1;

export interface Download {
  readonly history: History;
  /** Whether the stored history gives way to it, or only grows by it. */
  readonly isWhole: boolean;
  /** How many days are left out of what is stored afterwards. */
  readonly rejectedBars: number;
}

/**
 * The new bars with an overlap, or the whole history where there is none yet or the old one no longer holds. Changes
 * nothing.
 * @throws MarketDataError, also where what came would lose stored days
 */
export async function downloadHistory(ctx: FetchContext, stock: Stock): Promise<Download> {
  const { em, marketData, signal, userId: requester } = ctx;
  const { symbol, dataEndDate } = stock;
  if (marketData.readsFiles || dataEndDate === null) return downloadWhole(ctx, stock);
  const from = new Date(Date.parse(dataEndDate) - overlapDays * dayMs).toISOString().slice(0, 10);
  const update = await marketData.history(symbol, { from, signal, requester });
  assertNotSimulated(stock, update);
  const stored = await priceBarRepository.listDaily(em, stock.id, { from });
  if (isRestated(stock, stored, update)) {
    const whole = await downloadWhole(ctx, stock);
    if (whole.history.source === stock.dataSource) {
      assertNoDataLoss(symbol, (await priceBarRepository.readColumns(em, stock.id)).date, whole.history);
    }
    return whole;
  }
  // The overlap's were counted before, unless they have come after all.
  const isStored = new Set(stored.map(({ date }) => date));
  const backfilled = update.bars.date.filter((date) => date < dataEndDate && !isStored.has(date));
  const leftOut = update.rejectedDates.filter((date) => date > dataEndDate);
  const rejectedBars = Math.max(0, stock.rejectedBars - backfilled.length) + leftOut.length;
  return { history: update, isWhole: false, rejectedBars };
}

async function downloadWhole(
  { marketData, signal, userId: requester }: FetchContext,
  stock: Stock,
): Promise<Download> {
  const history = await marketData.history(stock.symbol, { signal, requester });
  assertNotSimulated(stock, history);
  if (history.bars.date.length > 0) {
    return { history, isWhole: true, rejectedBars: history.rejectedDates.length };
  }
  throw new MarketDataError('bad_data', `No price history was found for "${stock.symbol}"`);
}

/** Real bars never give way to simulated ones: where only those are to be had, the refresh has failed. */
function assertNotSimulated({ dataSource }: Stock, { source }: History): void {
  if (source === 'simulated' && dataSource !== null && dataSource !== 'simulated') {
    throw new MarketDataError(
      'unavailable',
      'Only simulated prices are to be had at present, and those never replace real ones',
    );
  }
}

/** A restated history takes the place of the `stored` days only where it has them, to the last one. */
function assertNoDataLoss(symbol: string, stored: readonly string[], { bars, rejectedDates }: History): void {
  const isSent = new Set(bars.date);
  const isLeftOut = new Set(rejectedDates);
  const missing = stored.filter((date) => !isSent.has(date));
  const maxMissing = Math.ceil(stored.length / 1000) * takenBackPerThousand;
  const isCutOff = (bars.date.at(-1) ?? '') < (stored.at(-1) ?? '');
  // A day that came with broken prices was not taken back: its prices are wanted still.
  if (isCutOff || missing.length > maxMissing || missing.some((date) => isLeftOut.has(date))) {
    throw new MarketDataError(
      'bad_data',
      `The history that came for "${symbol}" lacks ${missing.length.toLocaleString('en-US')} of the ${stored.length.toLocaleString('en-US')} days that are kept`,
    );
  }
}

/** Whether the overlap tells that bars stored earlier no longer are what the provider would send today. */
function isRestated(
  stock: Stock,
  stored: readonly { date: string; close: number }[],
  { bars, splits, source }: History,
): boolean {
  if (source !== stock.dataSource || splits.length > 0) return true;
  const closeOf = new Map(stored.map(({ date, close }) => [date, close]));
  // The last stored day may have been corrected since: it may move without a restatement.
  closeOf.delete(stock.dataEndDate ?? '');
  return bars.date.some((date, index) => {
    const before = closeOf.get(date);
    const after = bars.close[index];
    if (before === undefined || after === undefined) return false;
    return Math.abs(after - before) > roundingTolerance * Math.max(Math.abs(before), Math.abs(after));
  });
}
