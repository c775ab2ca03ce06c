export type MarketDataErrorKind = 'not_found' | 'rate_limited' | 'unavailable' | 'bad_data';

/**
 * The only error of a provider. `message` is shown to the user. Retrying a permanent error is useless; all others may
 * be retried, a rate limit not before `retryAt`.
 */
export class MarketDataError extends Error {
  override readonly name = 'MarketDataError';
  readonly kind: MarketDataErrorKind;
  readonly retryAt: Date | null;

  constructor(
    kind: MarketDataErrorKind,
    message: string,
    options: { cause?: unknown; retryAt?: Date | null } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAt = options.retryAt ?? null;
  }

  get isPermanent(): boolean {
    return this.kind === 'not_found';
  }
}

/** The error of every provider for an unknown symbol or ISIN. */
export function notFound(symbolOrIsin: string, cause?: unknown): MarketDataError {
  return new MarketDataError('not_found', `No stock found for "${symbolOrIsin}"`, { cause });
}
