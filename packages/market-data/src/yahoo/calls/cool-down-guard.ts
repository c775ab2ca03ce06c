import { MarketDataError } from '../../provider/market-data-error.ts';
import type { ProviderHealth } from '../../provider/provider.ts';
import { type CoolDown, type CoolDownStore, nextCoolDown } from './cool-down.ts';

/** Applies Yahoo's rate limit, which all endpoints and all processes share. */
export interface CoolDownGuard {
  /** Runs `call`; rejects with `rate_limited` during a cool-down. A 429 starts a cool-down. */
  execute<T>(call: () => Promise<T>): Promise<T>;
  /** `rate_limited` during the last cool-down that this process has read or started; otherwise null. */
  health(): ProviderHealth | null;
}

export function createCoolDownGuard(store: CoolDownStore, clock: () => Date): CoolDownGuard {
  let coolDown: CoolDown | null = null;

  async function startCoolDown(cause: MarketDataError): Promise<MarketDataError> {
    const next = nextCoolDown(await accessStore(() => store.read()), cause.retryAt, clock());
    await accessStore(() => store.write(next));
    coolDown = next;
    return new MarketDataError('rate_limited', next.reason, { retryAt: next.until, cause });
  }

  return {
    async execute(call) {
      coolDown = await accessStore(() => store.read());
      if (coolDown !== null && coolDown.until > clock()) {
        throw new MarketDataError('rate_limited', coolDown.reason, { retryAt: coolDown.until });
      }
      try {
        return await call();
      } catch (error) {
        const isRateLimited = error instanceof MarketDataError && error.kind === 'rate_limited';
        throw isRateLimited ? await startCoolDown(error) : error;
      }
    },

    health() {
      if (coolDown === null || coolDown.until <= clock()) return null;
      return { status: 'rate_limited', until: coolDown.until, reason: coolDown.reason };
    },
  };
}

async function accessStore<T>(access: () => Promise<T>): Promise<T> {
  try {
    return await access();
  } catch (cause) {
    throw new MarketDataError('unavailable', 'The rate limit state of Yahoo Finance is unavailable', {
      cause,
    });
  }
}
