import type { ProviderOptions } from '@stockbook/market-data';
import type { Env } from './env.ts';

/** The addresses and keys of the sources of prices behind a network. */
export function sourcesOf(env: Env): Partial<ProviderOptions> {
  return {
    yahooUrl: env.YAHOO_URL,
    yahooUserAgent: env.YAHOO_USER_AGENT,
    openFigiUrl: env.OPENFIGI_URL,
    tiingoToken: env.TIINGO_TOKEN,
    tiingoUrl: env.TIINGO_URL,
    eodhdToken: env.EODHD_TOKEN,
    eodhdUrl: env.EODHD_URL,
    // A proxy may be the only way out: then `auto` must not conclude from a direct connection.
    ...(env.HTTPS_PROXY === undefined && env.HTTP_PROXY === undefined ? {} : { fetch }),
  };
}
