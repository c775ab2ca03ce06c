import type { PauseStore } from '../quotes/pauses.ts';
import type { CoolDownStore } from '../yahoo/calls/cool-down.ts';
import type { ProviderCall } from './observe-provider.ts';
import type { HealthListener, ProviderMode } from './provider.ts';

export const defaultYahooUrl = 'https://query2.finance.yahoo.com';
export const defaultOpenFigiUrl = 'https://api.openfigi.com';
export const defaultCallSpacingMs = 300;
export const defaultTiingoUrl = 'https://api.tiingo.com';
export const defaultEodhdUrl = 'https://eodhd.com';
export const defaultTimeouts = { history: 20_000, other: 10_000 };

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
  /** Pauses and budgets of quotes, shared by all processes. Default: a store in this process's memory. */
  readonly pauses?: PauseStore;
  /** Whether Yahoo's page about cookies is answered for the operator. Default: false. */
  readonly acceptsYahooConsent?: boolean | undefined;
  /** Calls for quotes. Default: 30. */
  readonly tiingoQuotesPerHour?: number | undefined;
  /** Calls for quotes. Default: 20,000. */
  readonly eodhdQuotesPerDay?: number | undefined;
  /** Called with the health of a service after each call to it; never for CSV files and simulated prices. */
  readonly onHealth?: HealthListener | undefined;
}

/** The name that Yahoo gets, from the program's version. */
export function userAgentOf(version = '0.0.0'): string {
  const [major, minor] = version.split('.');
  return `Mozilla/5.0 (compatible; Stockbook/${major}.${minor})`;
}
