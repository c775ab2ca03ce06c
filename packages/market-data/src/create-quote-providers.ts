import { createEodhdClient } from './eodhd/eodhd-provider.ts';
import { createEodhdQuotes } from './eodhd/eodhd-quotes.ts';
import {
  defaultEodhdUrl,
  defaultTiingoUrl,
  defaultTimeouts,
  defaultYahooUrl,
  type ProviderOptions,
  userAgentOf,
} from './provider/provider-options.ts';
import { createFallbackQuotes } from './quotes/fallback-quotes.ts';
import { createMemoryPauseStore } from './quotes/pauses.ts';
import type { QuoteProvider } from './quotes/quote-provider.ts';
import { createSimulatedQuotes } from './simulated/simulated-quotes.ts';
import { createTiingoClient } from './tiingo/tiingo-provider.ts';
import { createTiingoQuotes } from './tiingo/tiingo-quotes.ts';
import type { YahooCallPolicy } from './yahoo/calls/yahoo-call-policy.ts';
import { createYahooQuotes } from './yahoo/quotes/yahoo-quotes.ts';

const defaultTiingoCalls = 30;
const defaultEodhdCalls = 20_000;

/** The sources of quotes that the histories of `options.mode` can come from, the usual one first; none for files. */
export function createQuoteProviders(options: ProviderOptions, policy: YahooCallPolicy): QuoteProvider[] {
  const { clock = () => new Date(), pauses = createMemoryPauseStore() } = options;
  const send = options.fetch ?? fetch;

  function yahoo(): QuoteProvider {
    return createYahooQuotes({
      url: options.yahooUrl ?? defaultYahooUrl,
      mockUrl: options.yahooUrl ?? null,
      userAgent: options.yahooUserAgent ?? userAgentOf(options.version),
      acceptsConsent: options.acceptsYahooConsent ?? false,
      timeoutMs: defaultTimeouts.other,
      fetch: send,
      clock,
      policy,
      pauses,
    });
  }
  function tiingo(): QuoteProvider[] {
    const { tiingoToken: token, tiingoUrl: url = defaultTiingoUrl } = options;
    if (token === undefined) return [];
    const client = createTiingoClient({ url, token, fetch: send, clock });
    return [
      createTiingoQuotes({
        client,
        clock,
        pauses,
        maxCalls: options.tiingoQuotesPerHour ?? defaultTiingoCalls,
      }),
    ];
  }
  function eodhd(): QuoteProvider[] {
    const { eodhdToken: token, eodhdUrl: url = defaultEodhdUrl } = options;
    if (token === undefined) return [];
    const client = createEodhdClient({ url, token, fetch: send, clock });
    return [
      createEodhdQuotes({ client, clock, pauses, maxCalls: options.eodhdQuotesPerDay ?? defaultEodhdCalls }),
    ];
  }
  const simulated = () => [createSimulatedQuotes({ clock })];

  switch (options.mode) {
    case 'auto': {
      const keyed = [...tiingo(), ...eodhd()];
      const canSimulate = !options.isProduction && keyed.length === 0;
      return [createFallbackQuotes(yahoo(), keyed), ...keyed, ...(canSimulate ? simulated() : [])];
    }
    case 'yahoo':
      return [yahoo()];
    case 'tiingo':
      return tiingo();
    case 'eodhd':
      return eodhd();
    case 'simulated':
      return simulated();
    case 'csv':
      return [];
  }
}
