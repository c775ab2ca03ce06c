import { minuteMs } from '@stockbook/common/durations';
import type { QuoteBatch, QuotedInstrument, QuoteRefusal, SourceQuote } from './quote-provider.ts';

/** Clocks of sources and machines differ by seconds. */
const maxAheadMs = 2 * minuteMs;

const maxSourceNameLength = 60;

/** A quote as a source sends it: numbers may be missing or impossible. */
export interface RawQuote extends Omit<SourceQuote, 'price' | 'time'> {
  readonly price: number | null;
  /** Milliseconds since 1970. */
  readonly time: number | null;
}

/**
 * The quotes of an answer that are accepted: in the instrument's currency, with a price above 0, and not from the
 * future. A price outside of low and high widens them.
 */
export function acceptQuotes(
  instruments: readonly QuotedInstrument[],
  raw: readonly RawQuote[],
  fetchedAt: Date,
): Pick<QuoteBatch, 'quotes' | 'refused' | 'skewedTimes'> {
  const currencyOf = new Map(instruments.map(({ symbol, currency }) => [symbol, currency]));
  const quotes: SourceQuote[] = [];
  const refused: { symbol: string; refusal: QuoteRefusal }[] = [];
  let skewedTimes = 0;
  for (const quote of raw) {
    const { symbol, price, time } = quote;
    const known = currencyOf.get(symbol) ?? null;
    if (known !== null && quote.currency !== known) {
      refused.push({ symbol, refusal: 'currency' });
    } else if (!isPrice(price)) {
      refused.push({ symbol, refusal: 'price' });
    } else if (time === null || !Number.isFinite(time) || time > fetchedAt.getTime() + maxAheadMs) {
      refused.push({ symbol, refusal: 'time' });
    } else {
      if (time > fetchedAt.getTime()) skewedTimes += 1;
      quotes.push(tidyQuote(quote, price, new Date(Math.min(time, fetchedAt.getTime()))));
    }
  }
  return { quotes, refused, skewedTimes };
}

function tidyQuote(quote: RawQuote, price: number, time: Date): SourceQuote {
  const { volume, extended } = quote;
  const [high, low] = [priceOrNull(quote.high), priceOrNull(quote.low)];
  return {
    ...quote,
    price,
    time,
    previousClose: priceOrNull(quote.previousClose),
    open: priceOrNull(quote.open),
    high: high === null ? null : Math.max(high, price),
    low: low === null ? null : Math.min(low, price),
    volume: volume !== null && Number.isFinite(volume) && volume >= 0 ? volume : null,
    extended: extended !== null && isPrice(extended.price) ? extended : null,
    sourceName: printableName(quote.sourceName),
  };
}

function isPrice(value: number | null): value is number {
  return value !== null && Number.isFinite(value) && value > 0;
}

function priceOrNull(value: number | null): number | null {
  return isPrice(value) ? value : null;
}

function printableName(name: string | null): string | null {
  const text = name?.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim() ?? '';
  return text === '' ? null : Array.from(text).slice(0, maxSourceNameLength).join('');
}
