import { MarketDataError } from '../../provider/market-data-error.ts';

interface ErrorOptions {
  readonly message?: string;
  readonly cause?: unknown;
  readonly retryAt?: Date | null;
}

/** No usable answer arrived: a time-out, a connection that broke off, a status from 500 on. */
export class YahooOutageError extends MarketDataError {
  constructor({ message = 'Yahoo Finance does not answer', ...options }: ErrorOptions) {
    super('unavailable', message, options);
  }
}

/** No connection to Yahoo was established: its name does not resolve, or the host refuses connections. */
export class YahooUnreachableError extends YahooOutageError {
  constructor({ message = 'Yahoo Finance cannot be reached', ...options }: ErrorOptions = {}) {
    super({ message, ...options });
  }
}

/** Yahoo refused this one request (status 400, for example); it says nothing about the next one. */
export class RejectedRequestError extends MarketDataError {
  constructor(message: string) {
    super('unavailable', message);
  }
}

/** Yahoo answered that it does not know the symbol. */
export class UnknownSymbolAnswer extends Error {}

/** Yahoo answered that the symbol has no prices in the requested period. */
export class NoPricesAnswer extends Error {}
