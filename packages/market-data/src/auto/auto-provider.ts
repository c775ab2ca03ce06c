import { MarketDataError } from '../provider/market-data-error.ts';
import type { MarketDataProvider, ProviderHealth } from '../provider/provider.ts';
import { raceAbort } from '../provider/race-abort.ts';
import type { HealthListener } from '../yahoo/calls/yahoo-call-policy.ts';
import { YahooUnreachableError } from '../yahoo/calls/yahoo-errors.ts';
import type { Reachability } from './reachability.ts';

/**
 * Yahoo, and only while it cannot be reached at all the simulated provider. A Yahoo that answers, with whatever error,
 * is reached. `History.source` tells which of them it was.
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
    // Published here: the probe is no call to Yahoo, and neither of its services can be reached.
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

  /** The history of a stock that the simulated provider does not know is not lost: Yahoo may have it when it is back. */
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
