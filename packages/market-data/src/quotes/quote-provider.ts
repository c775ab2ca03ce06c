import type { CallOptions, DataSource } from '../provider/provider.ts';
import type { LearnedHours } from './sessions.ts';

/** A source of prices during the session: files have none. */
export type QuoteSource = Exclude<DataSource, 'csv' | 'own'>;

export type MarketState = 'open' | 'pre' | 'post' | 'closed';

/** An instrument as it is known before its quote is fetched. */
export interface QuotedInstrument {
  readonly symbol: string;
  /** Currency of the stored history; a quote in another one is refused. */
  readonly currency: string | null;
  /** IANA name of the exchange's time zone. */
  readonly timezone: string | null;
  /** Without it, the hours are those of the table. */
  readonly learned?: LearnedHours;
}

/** The last price of an instrument, as its source gives it. */
export interface SourceQuote {
  readonly symbol: string;
  readonly currency: string | null;
  /** The last trade of the regular session. */
  readonly price: number;
  readonly time: Date;
  /** Null if unknown, like the next four. */
  readonly previousClose: number | null;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly volume: number | null;
  readonly marketState: MarketState;
  /** The last trade before or after hours. */
  readonly extended: { readonly kind: 'pre' | 'post'; readonly price: number; readonly time: Date } | null;
  /** Minutes behind the exchange, as the source states them; null if it does not, or contradicts itself. */
  readonly delayMinutes: number | null;
  /** The source's own words, at most 60 printable characters. */
  readonly sourceName: string | null;
  /** IANA name of the exchange's time zone; dates `time`. */
  readonly timezone: string;
}

/** Why an answer has no quote of an instrument that it names. */
export type QuoteRefusal = 'currency' | 'price' | 'time';

/** The answer to one request for quotes. An instrument that is in neither list is unknown to the source. */
export interface QuoteBatch {
  readonly source: QuoteSource;
  readonly quotes: readonly SourceQuote[];
  readonly refused: readonly { readonly symbol: string; readonly refusal: QuoteRefusal }[];
  readonly fetchedAt: Date;
  /** The endpoint that answered. */
  readonly way: 'quote' | 'spark' | 'iex' | 'real-time' | 'computed';
  /** Calls that the source counts. */
  readonly calls: number;
  /** Quotes whose `time` was up to two minutes after `fetchedAt`, which replaced it. */
  readonly skewedTimes: number;
}

/** Prices of one source during the session. Rejects with `MarketDataError`, or with the reason of an aborted signal. */
export interface QuoteProvider {
  readonly source: QuoteSource;
  /** For sentences: `Yahoo Finance`. */
  readonly name: string;
  /** Seconds between two prices of an instrument, unless the operator sets another interval. */
  readonly intervalS: number;
  /** Most instruments in one request. */
  readonly maxInstruments: number;
  /** The last quotes. @param instruments with different symbols, at most `maxInstruments` */
  quotes(instruments: readonly QuotedInstrument[], options?: CallOptions): Promise<QuoteBatch>;
}
