import { MarketDataError } from '../provider/market-data-error.ts';
import type { QuoteBatch, QuotedInstrument, QuoteProvider } from './quote-provider.ts';

/** Quotes of `yahoo`; while it refuses requests, those of the first of `others` that has any. */
export function createFallbackQuotes(yahoo: QuoteProvider, others: readonly QuoteProvider[]): QuoteProvider {
  return {
    ...yahoo,
    async quotes(instruments, call) {
      try {
        return await yahoo.quotes(instruments, call);
      } catch (error) {
        if (!(error instanceof MarketDataError) || error.kind !== 'rate_limited') throw error;
        for (const other of others) {
          const batch = await quotesInParts(other, instruments, call).catch(ignoreFailure);
          if (batch !== null && batch.quotes.length > 0) return batch;
        }
        throw error;
      }
    },
  };
}

async function quotesInParts(
  provider: QuoteProvider,
  instruments: readonly QuotedInstrument[],
  call: Parameters<QuoteProvider['quotes']>[1],
): Promise<QuoteBatch | null> {
  const batches: QuoteBatch[] = [];
  for (let start = 0; start < instruments.length; start += provider.maxInstruments) {
    batches.push(await provider.quotes(instruments.slice(start, start + provider.maxInstruments), call));
  }
  const last = batches.at(-1);
  if (!last) return null;
  return {
    ...last,
    quotes: batches.flatMap(({ quotes }) => quotes),
    refused: batches.flatMap(({ refused }) => refused),
    calls: batches.reduce((sum, { calls }) => sum + calls, 0),
    skewedTimes: batches.reduce((sum, { skewedTimes }) => sum + skewedTimes, 0),
  };
}

/** The failure of Yahoo, which is reported, comes first. */
function ignoreFailure(error: unknown): null {
  if (error instanceof MarketDataError) return null;
  throw error;
}
