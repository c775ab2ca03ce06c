import { createAutoProvider } from './auto/auto-provider.ts';
import { canConnect, createReachability } from './auto/reachability.ts';
import { createCsvProvider } from './csv/csv-provider.ts';
import { observeProvider, type ProviderCall } from './provider/observe-provider.ts';
import type { DataSource, MarketDataProvider, ProviderMode } from './provider/provider.ts';
import { createSimulatedProvider } from './simulated/simulated-provider.ts';
import { type CoolDownStore, createMemoryCoolDownStore } from './yahoo/calls/cool-down.ts';
import type { HealthListener } from './yahoo/calls/yahoo-call-policy.ts';
import { createYahooProvider } from './yahoo/yahoo-provider.ts';

const YAHOO_URL = 'https://query2.finance.yahoo.com';
const USER_AGENT = 'Mozilla/5.0 (compatible; Stockbook/0.1)';
const TIMEOUTS = { history: 20_000, other: 10_000 };

export interface ProviderOptions {
  readonly mode: ProviderMode;
  /** The folder of `SYMBOL.csv` files; needed where `mode` is `csv`. */
  readonly csvDir?: string | undefined;
  /** Where Yahoo is; its own address by default. */
  readonly yahooUrl?: string | undefined;
  readonly yahooUserAgent?: string | undefined;
  /** In production `auto` never shows simulated prices. */
  readonly isProduction: boolean;
  readonly clock?: () => Date;
  /** Shared by all processes that ask Yahoo; this process's own by default. */
  readonly coolDown?: CoolDownStore;
  /** What reaches Yahoo; with one of its own `auto` does not try a connection before the first call. */
  readonly fetch?: typeof fetch;
  /** Told of every call once it has ended. */
  readonly onCall?: (call: ProviderCall) => void;
  /** Told how a service of Yahoo does after each call to it; of files and simulated prices there is nothing to tell. */
  readonly onHealth?: HealthListener | undefined;
}

/** The provider that `MARKET_DATA` names. Throws where an option that it needs is missing. */
export function createProvider(options: ProviderOptions): MarketDataProvider {
  const { mode, onCall, clock = () => new Date(), yahooUrl = YAHOO_URL } = options;

  function observed(provider: MarketDataProvider, source: DataSource): MarketDataProvider {
    return onCall === undefined ? provider : observeProvider(provider, source, onCall);
  }
  function simulated(): MarketDataProvider {
    return observed(createSimulatedProvider({ clock }), 'simulated');
  }
  function csv(): MarketDataProvider {
    if (options.csvDir === undefined) {
      throw new Error('The csv provider needs the folder of its files: set MARKET_DATA_CSV_DIR.');
    }
    return observed(createCsvProvider({ dir: options.csvDir, clock }), 'csv');
  }
  function yahoo(): MarketDataProvider {
    const provider = createYahooProvider({
      url: yahooUrl,
      userAgent: options.yahooUserAgent ?? USER_AGENT,
      fetch: options.fetch ?? fetch,
      timeouts: TIMEOUTS,
      coolDowns: options.coolDown ?? createMemoryCoolDownStore(),
      onHealth: options.onHealth,
      clock,
    });
    return observed(provider, 'yahoo');
  }
  function auto(): MarketDataProvider {
    if (options.isProduction) return { ...yahoo(), mode: 'auto' };
    const probe = options.fetch === undefined ? () => canConnect(yahooUrl) : async () => true;
    return createAutoProvider(yahoo(), simulated(), createReachability(probe, clock), options.onHealth);
  }

  return { auto, yahoo, csv, simulated }[mode]();
}
