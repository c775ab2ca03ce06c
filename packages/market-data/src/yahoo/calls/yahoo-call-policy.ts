import { setTimeout as delay } from 'node:timers/promises';
import { createFairLimit } from '@stockbook/common/fair-queue';
import type {
  CallOptions,
  HealthListener,
  ProviderHealth,
  ProviderService,
} from '../../provider/provider.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { CoolDownStore } from './cool-down.ts';
import { createCoolDownGuard } from './cool-down-guard.ts';

/** More concurrent calls, of all endpoints together, trigger Yahoo's rate limit. */
const maxConcurrency = 2;

/** Fewer: failing or hanging searches must not block prices. */
const maxSearches = 1;

type YahooEndpoint = 'chart' | 'search' | 'quote' | 'spark';

/** Quotes have no part in the health of the provider: its histories do not depend on them. */
const services: Readonly<Record<YahooEndpoint, ProviderService | null>> = {
  chart: 'prices',
  search: 'search',
  quote: null,
  spark: null,
};

/** Wraps every call to Yahoo: fair queue, shared cool-down, circuit breaker of the endpoint, spacing. */
export interface YahooCallPolicy {
  execute<T>(endpoint: YahooEndpoint, call: () => Promise<T>, options: CallOptions): Promise<T>;
  /** The worse health of histories and searches, from the last calls of this process. */
  health(): ProviderHealth;
}

export interface YahooCallPolicyOptions {
  readonly coolDowns: CoolDownStore;
  readonly clock: () => Date;
  /** Milliseconds between the starts of two calls. */
  readonly callSpacingMs: number;
  readonly onHealth?: HealthListener | undefined;
}

export function createYahooCallPolicy(options: YahooCallPolicyOptions): YahooCallPolicy {
  const { coolDowns, clock, callSpacingMs, onHealth = () => {} } = options;
  const coolDown = createCoolDownGuard(coolDowns, clock);
  const limitCalls = createFairLimit({ maxConcurrency });
  const limitSearches = createFairLimit({ maxConcurrency: maxSearches });
  let nextStartMs = 0;
  const breakers = {
    chart: createCircuitBreaker(clock),
    search: createCircuitBreaker(clock),
    quote: createCircuitBreaker(clock),
    spark: createCircuitBreaker(clock),
  };

  const healthOf = (endpoint: YahooEndpoint) => coolDown.health() ?? breakers[endpoint].health();

  /** Waits until `callSpacingMs` after the previous call's start. */
  async function space(): Promise<void> {
    const now = performance.now();
    const startMs = Math.max(now, nextStartMs);
    nextStartMs = startMs + callSpacingMs;
    if (startMs > now) await delay(startMs - now);
  }

  return {
    execute(endpoint, call, { requester, signal }) {
      const service = services[endpoint];
      const turn = { key: requester, isDeferred: service === null, signal };
      // Inside of the guards: a call that they reject must not wait, nor delay the next one.
      const spaced = async () => {
        await space();
        return call();
      };
      const limited = () =>
        limitCalls(async () => {
          try {
            return await coolDown.execute(() => breakers[endpoint].execute(spaced));
          } finally {
            if (service !== null) onHealth(service, healthOf(endpoint));
          }
        }, turn);
      return endpoint === 'search' ? limitSearches(limited, turn) : limited();
    },
    health() {
      const chart = healthOf('chart');
      return chart.status === 'healthy' ? healthOf('search') : chart;
    },
  };
}
