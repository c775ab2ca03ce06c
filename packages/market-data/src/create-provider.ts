import { createAutoProvider } from './auto/auto-provider.ts';
import { createFallbackProvider } from './auto/fallback-provider.ts';
import { canConnect, createReachability } from './auto/reachability.ts';
import { createQuoteProviders } from './create-quote-providers.ts';
import { createCsvProvider } from './csv/csv-provider.ts';
import { createEodhdProvider } from './eodhd/eodhd-provider.ts';
import type { KeyedClientOptions } from './keyed/keyed-client.ts';
import { eodhdSource, type KeyedSource, tiingoSource } from './keyed/keyed-source.ts';
import { createOpenFigiClient, type ListSymbols } from './openfigi/openfigi-client.ts';
import { observeProvider } from './provider/observe-provider.ts';
import type { DataSource, HealthListener, MarketDataProvider } from './provider/provider.ts';
import {
  defaultCallSpacingMs,
  defaultEodhdUrl,
  defaultOpenFigiUrl,
  defaultTiingoUrl,
  defaultTimeouts,
  defaultYahooUrl,
  type ProviderOptions,
  userAgentOf,
} from './provider/provider-options.ts';
import type { QuoteProvider } from './quotes/quote-provider.ts';
import { createSimulatedProvider } from './simulated/simulated-provider.ts';
import { createTiingoProvider } from './tiingo/tiingo-provider.ts';
import { createMemoryCoolDownStore } from './yahoo/calls/cool-down.ts';
import { createYahooCallPolicy, type YahooCallPolicy } from './yahoo/calls/yahoo-call-policy.ts';
import { createYahooProvider } from './yahoo/yahoo-provider.ts';

/** @throws Error if the folder or the token that `mode` requires is missing */
export function createProvider(options: ProviderOptions): MarketDataProvider {
  return createProviderWith(options, createYahooCalls(options));
}

/**
 * The provider of histories, and the sources of quotes that its histories can come from, the usual one first.
 * @throws Error like `createProvider`
 */
export function createProviders(options: ProviderOptions): {
  marketData: MarketDataProvider;
  quotes: readonly QuoteProvider[];
} {
  const yahooCalls = createYahooCalls(options);
  return {
    marketData: createProviderWith(options, yahooCalls),
    quotes: createQuoteProviders(options, yahooCalls.policy),
  };
}

/** The policy of all calls to Yahoo, whose health has one listener. */
interface YahooCalls {
  readonly policy: YahooCallPolicy;
  onHealth: HealthListener;
}

function createYahooCalls({
  clock = () => new Date(),
  coolDown: coolDowns = createMemoryCoolDownStore(),
  callSpacingMs = defaultCallSpacingMs,
}: ProviderOptions): YahooCalls {
  const calls: YahooCalls = {
    policy: createYahooCallPolicy({
      coolDowns,
      callSpacingMs,
      clock,
      onHealth: (service, health) => calls.onHealth(service, health),
    }),
    onHealth: () => {},
  };
  return calls;
}

function createProviderWith(options: ProviderOptions, yahooCalls: YahooCalls): MarketDataProvider {
  const { mode, onCall, clock = () => new Date(), yahooUrl = defaultYahooUrl } = options;
  const send = options.fetch ?? fetch;

  function observed(provider: MarketDataProvider, source: DataSource): MarketDataProvider {
    return onCall === undefined ? provider : observeProvider(provider, source, onCall);
  }
  function simulated(): MarketDataProvider {
    return observed(createSimulatedProvider({ clock }), 'simulated');
  }
  function csv(): MarketDataProvider {
    if (options.csvDir === undefined) {
      throw new Error('MARKET_DATA=csv requires MARKET_DATA_CSV_DIR, the folder of the CSV files.');
    }
    return observed(createCsvProvider({ dir: options.csvDir, clock }), 'csv');
  }
  function listSymbols(): ListSymbols {
    const url = options.openFigiUrl ?? (options.yahooUrl === undefined ? defaultOpenFigiUrl : undefined);
    if (url === undefined) return async () => [];
    return createOpenFigiClient({ url, fetch: send, clock, timeoutMs: defaultTimeouts.other });
  }
  function yahoo(onHealth = options.onHealth): MarketDataProvider {
    if (onHealth !== undefined) yahooCalls.onHealth = onHealth;
    const provider = createYahooProvider({
      url: yahooUrl,
      userAgent: options.yahooUserAgent ?? userAgentOf(options.version),
      fetch: send,
      timeouts: defaultTimeouts,
      policy: yahooCalls.policy,
      listSymbols: listSymbols(),
      clock,
    });
    return observed(provider, 'yahoo');
  }
  function keyed(
    { source, name, tokenVariable }: KeyedSource,
    create: (options: KeyedClientOptions) => MarketDataProvider,
    url: string,
    token: string | undefined,
  ): MarketDataProvider {
    if (token === undefined) {
      throw new Error(`MARKET_DATA=${source} requires ${tokenVariable}, your key of ${name}.`);
    }
    const { onHealth } = options;
    return observed(create({ url, token, fetch: send, clock, onHealth }), source);
  }
  function tiingo(): MarketDataProvider {
    const url = options.tiingoUrl ?? defaultTiingoUrl;
    return keyed(tiingoSource, createTiingoProvider, url, options.tiingoToken);
  }
  function eodhd(): MarketDataProvider {
    return keyed(eodhdSource, createEodhdProvider, options.eodhdUrl ?? defaultEodhdUrl, options.eodhdToken);
  }
  function auto(): MarketDataProvider {
    const fallbacks = [
      ...(options.tiingoToken === undefined ? [] : [tiingo()]),
      ...(options.eodhdToken === undefined ? [] : [eodhd()]),
    ];
    if (fallbacks.length > 0) return createFallbackProvider(yahoo, fallbacks, options.onHealth);
    if (options.isProduction) return { ...yahoo(), mode: 'auto' };
    const probe = options.fetch === undefined ? () => canConnect(yahooUrl) : async () => true;
    return createAutoProvider(yahoo(), simulated(), createReachability(probe, clock), options.onHealth);
  }

  return { auto, yahoo: () => yahoo(), tiingo, eodhd, csv, simulated }[mode]();
}
