import { MarketDataError } from '../provider/market-data-error.ts';
import type { HealthListener, MarketDataProvider, ProviderHealth } from '../provider/provider.ts';
import { raceAbort } from '../provider/race-abort.ts';
import { YahooUnreachableError } from '../yahoo/calls/yahoo-errors.ts';
import type { Reachability } from './reachability.ts';

/**
 * Yahoo, with the simulated provider as the fallback while no connection to Yahoo can be established. An error response
 * is passed on, without fallback. `History.source` names the provider that was used.
 */
export function createAutoProvider(
  yahoo: MarketDataProvider,
  simulated: MarketDataProvider,
  reachability: Reachability,
  onHealth: HealthListener = () => {},
): MarketDataProvider {
  async function withFallback<T>(call: (provider: MarketDataProvider) => Promise<T>): Promise<T> {
    if (await reachability.check()) {
      try {
        return await call(yahoo);
      } catch (error) {
        if (!(error instanceof YahooUnreachableError)) throw error;
        reachability.markUnreachable();
      }
    }
    // The Yahoo provider reports health after its own calls only: after a failed probe there is no call.
    onHealth('prices', health());
    onHealth('search', health());
    return call(simulated);
  }

  function health(): ProviderHealth {
    const until = reachability.unreachableUntil();
    if (until === null) return yahoo.health();
    return {
      status: 'unavailable',
      until,
      reason: 'Yahoo Finance cannot be reached; prices are simulated',
    };
  }

  /** A symbol that the catalogue lacks is not `not_found`: Yahoo may have its history once it is reachable again. */
  function unavailable(error: unknown): never {
    if (!(error instanceof MarketDataError) || error.kind !== 'not_found') throw error;
    throw new YahooUnreachableError({ cause: error, retryAt: reachability.unreachableUntil() });
  }

  return {
    mode: 'auto',
    readsFiles: false,
    lookup: (symbol, options) =>
      raceAbort(options?.signal, () => withFallback((provider) => provider.lookup(symbol, options))),
    search: (query, limit, options) =>
      raceAbort(options?.signal, () => withFallback((provider) => provider.search(query, limit, options))),
    resolveIsin: (isin, options) =>
      raceAbort(options?.signal, () => withFallback((provider) => provider.resolveIsin(isin, options))),
    history: (symbol, options) =>
      raceAbort(options?.signal, () =>
        withFallback((provider) =>
          provider === simulated
            ? simulated.history(symbol, options).catch(unavailable)
            : provider.history(symbol, options),
        ),
      ),
    health,
  };
}
