import type { CallOptions, ProviderHealth, ProviderService } from '../../provider/provider.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { CoolDownStore } from './cool-down.ts';
import { createCoolDownGuard } from './cool-down-guard.ts';
import { createFairQueue } from './fair-queue.ts';

/** More concurrent calls trigger Yahoo's rate limit. */
const maxConcurrency: Readonly<Record<YahooEndpoint, number>> = { chart: 4, search: 2 };

type YahooEndpoint = 'chart' | 'search';

/** Receives the health of a service after each call to it. */
export type HealthListener = (service: ProviderService, health: ProviderHealth) => void;

const services: Readonly<Record<YahooEndpoint, ProviderService>> = { chart: 'prices', search: 'search' };

/** Wraps every call to Yahoo: the fair queue of its endpoint, the shared cool-down, the circuit breaker of its endpoint. */
export interface YahooCallPolicy {
  execute<T>(endpoint: YahooEndpoint, call: () => Promise<T>, options: CallOptions): Promise<T>;
  /** The worse health of the two endpoints, from the last calls of this process. */
  health(): ProviderHealth;
}

export function createYahooCallPolicy(
  coolDowns: CoolDownStore,
  clock: () => Date,
  onHealth: HealthListener = () => {},
): YahooCallPolicy {
  const coolDown = createCoolDownGuard(coolDowns, clock);
  // One per endpoint: failing or hanging searches must not block prices.
  const queues = {
    chart: createFairQueue(maxConcurrency.chart),
    search: createFairQueue(maxConcurrency.search),
  };
  const breakers = { chart: createCircuitBreaker(clock), search: createCircuitBreaker(clock) };

  const healthOf = (endpoint: YahooEndpoint) => coolDown.health() ?? breakers[endpoint].health();

  return {
    execute(endpoint, call, options) {
      return queues[endpoint].run(async () => {
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
