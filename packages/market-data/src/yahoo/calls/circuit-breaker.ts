import { minuteMs } from '@stockbook/common/durations';
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import { utcTime } from '../../calls/utc-time.ts';
import { MarketDataError } from '../../provider/market-data-error.ts';
import type { ProviderHealth } from '../../provider/provider.ts';
import { RejectedRequestError, YahooOutageError, YahooUnreachableError } from './yahoo-errors.ts';

const failuresToOpen = 5;
const openMs = minuteMs;

/** Stops calls to one endpoint of Yahoo while it is down. */
export interface CircuitBreaker {
  /**
   * Runs `call`. Five consecutive `YahooOutageError`s open the circuit: calls fail immediately for a minute, then a
   * single call tests the endpoint. Any other error counts as a success: Yahoo has responded.
   */
  execute<T>(call: () => Promise<T>): Promise<T>;
  /** `unavailable` after a failure until the next success. */
  health(): ProviderHealth;
}

export function createCircuitBreaker(clock: () => Date): CircuitBreaker {
  let openUntil: Date | null = null;
  let lastFailure: MarketDataError | null = null;

  const failures = new ConsecutiveBreaker(failuresToOpen);
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof YahooOutageError),
    { halfOpenAfter: openMs, breaker: failures },
  );
  breaker.onBreak(() => {
    openUntil = new Date(clock().getTime() + openMs);
  });
  breaker.onReset(() => {
    openUntil = null;
  });

  function openError(): MarketDataError {
    const now = clock();
    const retryAt = openUntil ?? now;
    const message = `${lastFailure?.message}; try again after ${utcTime(retryAt, now)}`;
    return lastFailure instanceof YahooUnreachableError
      ? new YahooUnreachableError({ message, retryAt, cause: lastFailure })
      : new MarketDataError('unavailable', message, { retryAt, cause: lastFailure });
  }

  return {
    async execute(call) {
      try {
        const result = await breaker.execute(call);
        lastFailure = null;
        return result;
      } catch (error) {
        if (error instanceof BrokenCircuitError) throw openError();
        // cockatiel counts an error that it does not handle as a success only while half open.
        if (!(error instanceof YahooOutageError)) failures.success();
        lastFailure = isFailure(error) ? error : null;
        throw error;
      }
    },

    health() {
      const reason = lastFailure?.message ?? null;
      return { status: lastFailure === null ? 'healthy' : 'unavailable', until: openUntil, reason };
    },
  };
}

/** Whether other calls will probably fail: not after a rejected request or a 429, which `CoolDownGuard` reports. */
function isFailure(error: unknown): error is MarketDataError {
  if (!(error instanceof MarketDataError) || error instanceof RejectedRequestError) return false;
  return error.kind !== 'rate_limited';
}
