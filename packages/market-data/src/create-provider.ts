import { createAutoProvider } from './auto/auto-provider.ts';
import { createFallbackProvider } from './auto/fallback-provider.ts';
import { canConnect, createReachability } from './auto/reachability.ts';
import { createCsvProvider } from './csv/csv-provider.ts';
import { createEodhdProvider } from './eodhd/eodhd-provider.ts';
import type { KeyedClientOptions } from './keyed/keyed-client.ts';
import { eodhdSource, type KeyedSource, tiingoSource } from './keyed/keyed-source.ts';
import { createOpenFigiClient, type ListSymbols } from './openfigi/openfigi-client.ts';
import { observeProvider, type ProviderCall } from './provider/observe-provider.ts';
import type { DataSource, HealthListener, MarketDataProvider, ProviderMode } from './provider/provider.ts';
import { createSimulatedProvider } from './simulated/simulated-provider.ts';
import { createTiingoProvider } from './tiingo/tiingo-provider.ts';
import { type CoolDownStore, createMemoryCoolDownStore } from './yahoo/calls/cool-down.ts';
import { createYahooProvider } from './yahoo/yahoo-provider.ts';

const defaultYahooUrl = 'https://query2.finance.yahoo.com';
const defaultOpenFigiUrl = 'https://api.openfigi.com';
const defaultCallSpacingMs = 300;
const defaultTiingoUrl = 'https://api.tiingo.com';
const defaultEodhdUrl = 'https://eodhd.com';
const defaultTimeouts = { history: 20_000, other: 10_000 };

export interface ProviderOptions {
  readonly mode: ProviderMode;
  /** The folder of `SYMBOL.csv` files; required if `mode` is `csv`. */
  readonly csvDir?: string | undefined;
  /** Base address of a mock server. Default: Yahoo's own. */
  readonly yahooUrl?: string | undefined;
  /** Default: derived from `version`. Yahoo answers 429 to the full name of a browser. */
  readonly yahooUserAgent?: string | undefined;
  /** The program's version, `major.minor.patch`. */
  readonly version?: string | undefined;
  /** Milliseconds between the starts of two calls to Yahoo. Default: 300. */
  readonly callSpacingMs?: number | undefined;
  /** Base address of a mock server. Default: OpenFIGI's own; none if `yahooUrl` is that of a mock server. */
  readonly openFigiUrl?: string | undefined;
  /** The key of the operator; required if `mode` is `tiingo`. With it, `auto` falls back to Tiingo. */
  readonly tiingoToken?: string | undefined;
  /** Base address of a mock server. Default: Tiingo's own. */
  readonly tiingoUrl?: string | undefined;
  /** The key of the operator; required if `mode` is `eodhd`. With it, `auto` falls back to EODHD. */
  readonly eodhdToken?: string | undefined;
  /** Base address of a mock server. Default: EODHD's own. */
  readonly eodhdUrl?: string | undefined;
  /** In production `auto` never falls back to simulated prices. */
  readonly isProduction: boolean;
  readonly clock?: () => Date;
  /** Shared by all processes that call Yahoo. Default: a store in this process's memory. */
  readonly coolDown?: CoolDownStore;
  /** Sends the requests. With a custom one, `auto` does not probe with a direct connection. */
  readonly fetch?: typeof fetch;
  /** Called after every completed call. */
  readonly onCall?: (call: ProviderCall) => void;
  /** Called with the health of a service after each call to it; never for CSV files and simulated prices. */
  readonly onHealth?: HealthListener | undefined;
}

/** @throws Error if the folder or the token that `mode` requires is missing */
export function createProvider(options: ProviderOptions): MarketDataProvider {
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
    const provider = createYahooProvider({
      url: yahooUrl,
      userAgent: options.yahooUserAgent ?? userAgentOf(options.version),
      fetch: send,
      timeouts: defaultTimeouts,
      coolDowns: options.coolDown ?? createMemoryCoolDownStore(),
      onHealth,
      callSpacingMs: options.callSpacingMs ?? defaultCallSpacingMs,
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

function userAgentOf(version = '0.0.0'): string {
  const [major, minor] = version.split('.');
  return `Mozilla/5.0 (compatible; Stockbook/${major}.${minor})`;
}
