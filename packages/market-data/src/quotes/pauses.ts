import { hourMs, minuteMs } from '@stockbook/common/durations';
import { MarketDataError } from '../provider/market-data-error.ts';

/** The rows of a `PauseStore`: one for each way to quotes. */
export type QuoteWay = 'yahoo quote' | 'yahoo spark' | 'tiingo quote' | 'eodhd quote';

/** A time without quotes of one way. */
export interface QuotePause {
  readonly until: Date;
  /** The next pause in a row is longer. */
  readonly seconds: number;
  /** A clause for the user, without a time: `Yahoo Finance is limiting requests`. */
  readonly reason: string;
}

/** Shared by all processes that fetch quotes. */
export interface PauseStore {
  /** The last pause, even if it has ended. */
  read(way: QuoteWay): Promise<QuotePause | null>;
  /** Replaces the stored pause, unless that one ends later. */
  write(way: QuoteWay, pause: QuotePause): Promise<void>;
  /**
   * Counts calls in the window that began at `windowStart`.
   * @returns whether they are within `maximum`; calls beyond it are not counted
   */
  takeCalls(way: QuoteWay, calls: number, windowStart: Date, maximum: number): Promise<boolean>;
}

/** In seconds: each pause in a row is the next of them. */
const lengths = [5, 10, 20, 40, 60].map((minutes) => minutes * 60);

/** After such a time without a refusal, pauses start with the shortest. */
const forgetAfterMs = hourMs;

/** The pause after a refusal at `now`, longer than `previous` if that ended less than an hour ago. */
export function nextPause(
  previous: QuotePause | null,
  reason: string,
  now: Date,
  retryAt: Date | null = null,
): QuotePause {
  const isInARow = previous !== null && now.getTime() - previous.until.getTime() < forgetAfterMs;
  const seconds = isInARow
    ? (lengths.find((length) => length > previous.seconds) ?? lengths.at(-1) ?? 0)
    : (lengths[0] ?? 0);
  const until = Math.max(now.getTime() + seconds * 1000, retryAt?.getTime() ?? 0);
  return { until: new Date(until), seconds, reason };
}

/** The error of a request during a pause; its message has no time. */
export function pausedError({ reason, until }: QuotePause): MarketDataError {
  return new MarketDataError('rate_limited', reason, { retryAt: until });
}

export function createMemoryPauseStore(): PauseStore {
  const pauses = new Map<QuoteWay, QuotePause>();
  const windows = new Map<QuoteWay, { start: number; calls: number }>();
  return {
    async read(way) {
      return pauses.get(way) ?? null;
    },
    async write(way, pause) {
      const stored = pauses.get(way);
      if (!stored || stored.until < pause.until) pauses.set(way, pause);
    },
    async takeCalls(way, calls, windowStart, maximum) {
      const stored = windows.get(way);
      const used = stored?.start === windowStart.getTime() ? stored.calls : 0;
      if (used + calls > maximum) return false;
      windows.set(way, { start: windowStart.getTime(), calls: used + calls });
      return true;
    },
  };
}

/** The start of the hour or of the day (UTC) of `now`. */
export function windowStartOf(now: Date, lengthMs: number): Date {
  return new Date(Math.floor(now.getTime() / lengthMs) * lengthMs);
}

/** How long a refused handshake keeps way 1 closed. */
export const refusedHandshakeMs = hourMs;

/** A new client is made at most this often. */
export const minRenewalMs = 10 * minuteMs;
