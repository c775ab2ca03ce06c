import { MarketDataError } from './market-data-error.ts';

/** The one answer to a symbol or ISIN that a provider does not know. */
export function notFound(symbolOrIsin: string, cause?: unknown): MarketDataError {
  return new MarketDataError('not_found', `No stock found for "${symbolOrIsin}"`, { cause });
}
