import { MarketDataError } from '../../provider/market-data-error.ts';

interface ErrorOptions {
  readonly message?: string;
  readonly cause?: unknown;
  readonly retryAt?: Date | null;
}

/** No usable response: a time-out, a lost connection or a 5xx status. */
export class YahooOutageError extends MarketDataError {
  constructor({ message, ...options }: ErrorOptions & { readonly message: string }) {
    super('unavailable', message, options);
  }
}

/** No connection to Yahoo: its name does not resolve, or the host refuses connections. */
export class YahooUnreachableError extends YahooOutageError {
  constructor({ message = 'Yahoo Finance cannot be reached', ...options }: ErrorOptions = {}) {
    super({ message, ...options });
  }
}

/** Yahoo rejected this request (for example with status 400); other requests may succeed. */
export class RejectedRequestError extends MarketDataError {
  constructor(message: string) {
    super('unavailable', message);
  }
}

/** Yahoo has no such symbol. */
export class UnknownSymbolError extends Error {}

/** The symbol has no prices in the requested period. */
export class NoPricesError extends Error {}
