import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import { MarketDataError } from '../market-data-error.ts';
import type { ProviderHealth } from '../provider.ts';
import { type CoolDown, type CoolDownStore, nextCoolDown } from './cool-down.ts';
import { YahooUnreachableError } from './unreachable-error.ts';
import { utcTime } from './utc-time.ts';

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 60_000;

/** What every call to Yahoo goes through. */
export interface CallGate {
  /**
   * The result of `call`, unless Yahoo is not to be asked now: during a cool-down, which a 429 starts and all
   * processes share, and for a minute after five failures with no answer between them. Then one call tries whether
   * Yahoo is back. A 429 is an answer, and so are errors other than `MarketDataError`, which pass through.
   */
  pass<T>(call: () => Promise<T>): Promise<T>;
  /** What the last calls of this process tell. */
  health(): ProviderHealth;
}

export function createCallGate(coolDowns: CoolDownStore, clock: () => Date): CallGate {
  let coolDown: CoolDown | null = null;
  let openUntil: Date | null = null;
  let lastFailure: MarketDataError | null = null;

  const failures = new ConsecutiveBreaker(FAILURES_TO_OPEN);
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof MarketDataError && error.kind !== 'rate_limited'),
    { halfOpenAfter: OPEN_MS, breaker: failures },
  );
  breaker.onBreak(() => {
    openUntil = new Date(clock().getTime() + OPEN_MS);
  });
  breaker.onReset(() => {
    openUntil = null;
  });

  async function refuseDuringCoolDown(): Promise<void> {
    coolDown = await throughStore(() => coolDowns.read());
    if (coolDown !== null && coolDown.until > clock()) {
      throw new MarketDataError('rate_limited', coolDown.reason, { retryAt: coolDown.until });
    }
  }

  async function startCoolDown(answer: MarketDataError): Promise<MarketDataError> {
    const next = nextCoolDown(await throughStore(() => coolDowns.read()), answer.retryAt, clock());
    await throughStore(() => coolDowns.write(next));
    coolDown = next;
    return new MarketDataError('rate_limited', next.reason, { retryAt: next.until, cause: answer });
  }

  function openError(): MarketDataError {
    const now = clock();
    const retryAt = openUntil ?? now;
    const message = `${lastFailure?.message}; try again after ${utcTime(retryAt, now)}`;
    return lastFailure instanceof YahooUnreachableError
      ? new YahooUnreachableError({ message, retryAt, cause: lastFailure })
      : new MarketDataError('unavailable', message, { retryAt, cause: lastFailure });
  }

  return {
    async pass(call) {
      await refuseDuringCoolDown();
      try {
        const result = await breaker.execute(call);
        lastFailure = null;
        return result;
      } catch (error) {
        if (error instanceof BrokenCircuitError) throw openError();
        if (error instanceof MarketDataError && error.kind !== 'rate_limited') {
          lastFailure = error;
          throw error;
        }
        // Yahoo has answered. The breaker itself takes an error that it does not handle for one only when half open.
        failures.success();
        lastFailure = error instanceof MarketDataError ? await startCoolDown(error) : null;
        throw lastFailure ?? error;
      }
    },

    health() {
      const now = clock();
      if (coolDown !== null && coolDown.until > now) {
        return { status: 'rate_limited', until: coolDown.until, reason: coolDown.reason };
      }
      const reason = lastFailure?.message ?? null;
      // A cool-down that is over says nothing of the next call.
      if (lastFailure === null || lastFailure.kind === 'rate_limited') {
        return { status: 'healthy', until: null, reason };
      }
      return { status: 'unavailable', until: openUntil, reason };
    },
  };
}

async function throughStore<T>(access: () => Promise<T>): Promise<T> {
  try {
    return await access();
  } catch (cause) {
    throw new MarketDataError('unavailable', 'It cannot be told whether Yahoo Finance may be asked now', {
      cause,
    });
  }
}
