import { MarketDataError } from '../market-data-error.ts';

/** Yahoo cannot be reached at all: its name does not resolve or nobody takes the connection. Nothing was answered. */
export class YahooUnreachableError extends MarketDataError {
  constructor(options: { message?: string; cause?: unknown; retryAt?: Date | null } = {}) {
    super('unavailable', options.message ?? 'Yahoo Finance cannot be reached', options);
  }
}
