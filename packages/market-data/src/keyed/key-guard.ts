import { MarketDataError } from '../provider/market-data-error.ts';
import type { ProviderHealth } from '../provider/provider.ts';

/** Stops the calls to a service that has rejected the key or limits its requests: each would be rejected, too. */
export interface KeyGuard {
  /**
   * Runs `call`. After a `BlockingError` all calls fail with its message, without a request, until its `retryAt`. Calls
   * that are already active still end by themselves.
   */
  execute<T>(call: () => Promise<T>): Promise<T>;
  /** From the last call of this process. */
  health(): ProviderHealth;
}

/** The service will reject every other call until `retryAt`, too. */
export class BlockingError extends MarketDataError {
  override readonly retryAt: Date;

  constructor(kind: 'rate_limited' | 'unavailable', message: string, retryAt: Date) {
    super(kind, message);
    this.retryAt = retryAt;
  }
}

export function createKeyGuard(clock: () => Date): KeyGuard {
  let block: BlockingError | null = null;
  let lastFailure: MarketDataError | null = null;

  return {
    async execute(call) {
      if (block !== null && block.retryAt > clock()) {
        throw new BlockingError(
          block.kind === 'rate_limited' ? block.kind : 'unavailable',
          block.message,
          block.retryAt,
        );
      }
      try {
        const result = await call();
        lastFailure = null;
        return result;
      } catch (error) {
        if (error instanceof BlockingError) block = error;
        if (error instanceof MarketDataError) lastFailure = error;
        throw error;
      }
    },
    health() {
      if (lastFailure === null) return { status: 'healthy', until: null, reason: null };
      const status = lastFailure.kind === 'rate_limited' ? 'rate_limited' : 'unavailable';
      return { status, until: lastFailure.retryAt, reason: lastFailure.message };
    },
  };
}
