import type { CallOptions, ProviderHealth, ProviderService } from '../../provider/provider.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { CoolDownStore } from './cool-down.ts';
import { createCoolDownGuard } from './cool-down-guard.ts';
import { createTurnQueue } from './fair-queue.ts';

/** Calls at a time; more of them trip Yahoo's rate limit. */
const maxConcurrency: Readonly<Record<YahooEndpoint, number>> = { chart: 4, search: 2 };

export type YahooEndpoint = 'chart' | 'search';

/** Told of a service's health after each call to it. */
export type HealthListener = (service: ProviderService, health: ProviderHealth) => void;

const services: Readonly<Record<YahooEndpoint, ProviderService>> = { chart: 'prices', search: 'search' };

/** What every call to Yahoo passes: turns, the shared cool-down, and the circuit breaker of its endpoint. */
export interface YahooCallPolicy {
  execute<T>(endpoint: YahooEndpoint, call: () => Promise<T>, options: CallOptions): Promise<T>;
  /** The worse of both endpoints, by the last calls of this process. */
  health(): ProviderHealth;
}

export function createYahooCallPolicy(
  coolDowns: CoolDownStore,
  clock: () => Date,
  onHealth: HealthListener = () => {},
): YahooCallPolicy {
  const coolDown = createCoolDownGuard(coolDowns, clock);
  // One of each per endpoint: searches that fail or hang must not keep prices from being fetched.
  const turns = {
    chart: createTurnQueue(maxConcurrency.chart),
    search: createTurnQueue(maxConcurrency.search),
  };
  const breakers = { chart: createCircuitBreaker(clock), search: createCircuitBreaker(clock) };

  const healthOf = (endpoint: YahooEndpoint) => coolDown.health() ?? breakers[endpoint].health();

  return {
    execute(endpoint, call, options) {
      return turns[endpoint].run(async () => {
        try {
          return await coolDown.execute(() => breakers[endpoint].execute(call));
        } finally {
          onHealth(services[endpoint], healthOf(endpoint));
        }
      }, options);
    },
    health() {
      const chart = healthOf('chart');
      return chart.status === 'healthy' ? healthOf('search') : chart;
    },
  };
}
