export type MarketDataErrorKind = 'not_found' | 'rate_limited' | 'unavailable' | 'bad_data';

/**
 * The only way a provider fails. `message` is a sentence for the user. A permanent error will not mend by
 * asking again; the others may be retried, a rate limit not before `retryAt`.
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

/** The error of every provider for a symbol or ISIN that it does not know. */
export function notFound(symbolOrIsin: string, cause?: unknown): MarketDataError {
  return new MarketDataError('not_found', `No stock found for "${symbolOrIsin}"`, { cause });
}
