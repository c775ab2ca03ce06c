import { MarketDataError } from '../provider/market-data-error.ts';
import type {
  DataSource,
  HealthListener,
  MarketDataProvider,
  ProviderService,
} from '../provider/provider.ts';

/**
 * Yahoo, with `fallbacks` (sources with a key of the operator) for each call that Yahoo refuses or fails. A history
 * comes from one source, which `History.source` names; `preferredSource` is asked before Yahoo. That Yahoo does not
 * know a symbol is an answer, not a failure.
 */
export function createFallbackProvider(
  createYahoo: (onHealth: HealthListener) => MarketDataProvider,
  fallbacks: readonly MarketDataProvider[],
  onHealth: HealthListener = () => {},
): MarketDataProvider {
  // As long as a fallback delivers, a failure of Yahoo is no failure of the service.
  const yahoo = createYahoo((service, health) => {
    if (health.status === 'healthy') onHealth(service, health);
  });

  async function firstSuccess<T>(
    providers: readonly MarketDataProvider[],
    service: ProviderService,
    call: (provider: MarketDataProvider) => Promise<T>,
  ): Promise<T> {
    const failures: MarketDataError[] = [];
    for (const provider of providers) {
      try {
        return await call(provider);
      } catch (error) {
        if (!(error instanceof MarketDataError)) throw error;
        if (error.kind === 'not_found' && provider === yahoo && failures.length === 0) throw error;
        failures.push(error);
      }
    }
    onHealth(service, yahoo.health());
    throw combined(failures);
  }

  /** The order for a history: the preferred source first. */
  function ordered(preferred: DataSource | null | undefined): MarketDataProvider[] {
    const providers = [yahoo, ...fallbacks];
    const isPreferred = ({ mode }: MarketDataProvider) => mode === preferred;
    return [...providers.filter(isPreferred), ...providers.filter((provider) => !isPreferred(provider))];
  }

  const providers = ordered(null);
  return {
    mode: 'auto',
    readsFiles: false,
    lookup: (...args) => firstSuccess(providers, 'prices', (provider) => provider.lookup(...args)),
    search: (...args) => firstSuccess(providers, 'search', (provider) => provider.search(...args)),
    resolveIsin: (...args) => firstSuccess(providers, 'search', (provider) => provider.resolveIsin(...args)),
    history: (symbol, { preferredSource, ...options } = {}) =>
      firstSuccess(ordered(preferredSource), 'prices', (provider) => provider.history(symbol, options)),
    health() {
      const healths = providers.map((provider) => provider.health());
      return healths.find(({ status }) => status === 'healthy') ?? yahoo.health();
    },
  };
}

/** One error for the failures of all sources. A source that lacks the symbol does not matter if another one failed. */
function combined(failures: readonly MarketDataError[]): MarketDataError {
  const [first, ...others] = failures.filter(({ kind }) => kind !== 'not_found');
  if (first === undefined)
    return failures[0] ?? new MarketDataError('unavailable', 'No source of prices is set up');
  if (others.length === 0) return first;
  // A failure without `retryAt` may be retried at once.
  const soonest = [first, ...others].reduce((one, other) => (timeOf(other) < timeOf(one) ? other : one));
  const message = [first, ...others].map((failure) => failure.message).join('. ');
  return new MarketDataError(soonest.kind, message, {
    retryAt: soonest.retryAt,
    cause: new AggregateError([first, ...others]),
  });
}

function timeOf({ retryAt }: MarketDataError): number {
  return retryAt?.getTime() ?? 0;
}
