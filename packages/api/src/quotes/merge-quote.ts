import { dayMs } from '@stockbook/common/durations';
import type { QuoteRow, StoredQuote } from '@stockbook/db';
import { type QuoteSource, type SourceQuote, tradingDayBefore, tradingHours } from '@stockbook/market-data';
import { dateInTimeZone } from '@stockbook/market-data/time-zone';

/** A close that is older says nothing about a split. */
const maxCloseAgeMs = 7 * dayMs;

/** The last stored close before the quote's session. */
export interface StoredClose {
  readonly date: string;
  readonly close: number;
}

/** Facts beside the new quote and the stored row. */
export interface MergeFacts {
  readonly source: QuoteSource;
  readonly fetchedAt: Date;
  readonly dueAt: Date;
  readonly intervalS: number;
  /** Minutes by which the exchange is late, if the source states no delay; null if unknown. */
  readonly measuredDelay: number | null;
  readonly storedClose: StoredClose | null;
}

export interface MergedQuote {
  readonly stored: StoredQuote;
  /** Whether a refresh of the stock has to be requested: its bars do not fit the quote. */
  readonly needsRefresh: boolean;
  /** Whether the bars wait for a refresh: no level is checked until then. */
  readonly isWaiting: boolean;
}

export function sessionDateOf({ time, timezone }: Pick<SourceQuote, 'time' | 'timezone'>): string {
  return dateInTimeZone(time.getTime(), timezone);
}

/** Whether a new quote may replace the stored one: not if it is older, or of another source too soon. */
export function mayReplace(
  before: QuoteRow,
  quote: SourceQuote,
  { source, fetchedAt, intervalS }: Pick<MergeFacts, 'source' | 'fetchedAt' | 'intervalS'>,
): boolean {
  if (before.time === null || before.fetchedAt === null) return true;
  if (before.source === source) return quote.time >= before.time;
  return fetchedAt.getTime() - before.fetchedAt.getTime() >= 3 * intervalS * 1000;
}

/** The row of a quote, with the previous close and the split of the day judged by what is stored. */
export function mergeQuote(before: QuoteRow, quote: SourceQuote, facts: MergeFacts): MergedQuote {
  const { source, fetchedAt, dueAt, measuredDelay, storedClose } = facts;
  const sessionDate = sessionDateOf(quote);
  const previousClose = previousCloseOf(before, quote, sessionDate, storedClose);
  const isFresh =
    storedClose !== null && Date.parse(sessionDate) - Date.parse(storedClose.date) <= maxCloseAgeMs;
  const differs = isFresh && previousClose !== null && isSplit(previousClose / storedClose.close);
  const hours = tradingHours(before.symbol, quote.timezone, before);
  const isBehind = storedClose !== null && storedClose.date < tradingDayBefore(hours, sessionDate);
  const wasRequested = before.refreshedFor === sessionDate;
  // A refresh that has ended, well or not, has planned the next one.
  const hasEnded = wasRequested && before.refreshDueAt > fetchedAt;
  const isRebased = differs && !hasEnded;
  const hasStatedDelay = quote.delayMinutes !== null;
  return {
    needsRefresh: (differs || isBehind) && !wasRequested,
    isWaiting: isRebased || (isBehind && !hasEnded),
    stored: {
      stockId: before.stockId,
      source,
      sourceName: quote.sourceName,
      currency: quote.currency,
      price: quote.price,
      time: quote.time,
      previousClose,
      open: quote.open,
      high: quote.high,
      low: quote.low,
      volume: quote.volume,
      sessionDate,
      marketState: quote.marketState,
      extendedKind: quote.extended?.kind ?? null,
      extendedPrice: quote.extended?.price ?? null,
      extendedTime: quote.extended?.time ?? null,
      delayMinutes: quote.delayMinutes ?? measuredDelay,
      delayFrom: hasStatedDelay ? 'source' : measuredDelay === null ? null : 'measured',
      isRebased,
      fetchedAt,
      dueAt,
      refreshedFor: differs || isBehind ? sessionDate : before.refreshedFor,
    },
  };
}

/**
 * The previous close, which must not be the price after the close: sources roll it over in the evening. A price that
 * moved by more than half has none: the source has not adjusted it for a split.
 */
function previousCloseOf(
  before: QuoteRow,
  { previousClose, price, marketState }: SourceQuote,
  sessionDate: string,
  storedClose: StoredClose | null,
): number | null {
  const hasRolled = marketState !== 'open' && previousClose === price;
  const earlier = before.sessionDate === sessionDate ? before.previousClose : null;
  const close = hasRolled ? (earlier ?? storedClose?.close ?? null) : previousClose;
  return close !== null && Math.abs(price / close - 1) > 0.5 ? null : close;
}

const maxSplitPart = 100;
const splitTolerance = 0.005;
const minSplitFactor = 1.04;

/** Whether a ratio of prices is that of a split p:q; dividends stay below the least factor. */
function isSplit(ratio: number): boolean {
  if (Math.max(ratio, 1 / ratio) < minSplitFactor) return false;
  for (let denominator = 1; denominator <= maxSplitPart; denominator += 1) {
    const numerator = Math.round(ratio * denominator);
    if (numerator < 1 || numerator > maxSplitPart) continue;
    if (Math.abs(numerator / denominator / ratio - 1) <= splitTolerance) return true;
  }
  return false;
}
