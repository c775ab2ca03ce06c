import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { MarketDataProvider } from '../provider/provider.ts';
import { createMemoryCoolDownStore } from '../yahoo/calls/cool-down.ts';
import { createYahooCallPolicy, type YahooCallPolicyOptions } from '../yahoo/calls/yahoo-call-policy.ts';
import { createYahooProvider, type YahooProviderOptions } from '../yahoo/yahoo-provider.ts';
import { startYahooMockServer, type YahooMockServer } from './yahoo-mock-server.ts';

/** A Saturday, when no exchange is open. */
export const fixedNow = new Date('2026-11-21T12:00:00Z');
export const clock = () => fixedNow;

/** A provider of the mock server at `url`. */
export function connectTo(
  url: string,
  options: Partial<YahooProviderOptions & YahooCallPolicyOptions> = {},
): MarketDataProvider {
  const calls = { coolDowns: createMemoryCoolDownStore(), callSpacingMs: 0, clock, ...options };
  return createYahooProvider({
    policy: createYahooCallPolicy(calls),
    url,
    userAgent: 'Stockbook test',
    fetch,
    timeouts: { history: 10_000, other: 10_000 },
    listSymbols: async () => [],
    clock,
    ...options,
  });
}

/** A mock server for the tests of a file, and a new provider for each test. No test may print anything. */
export function useYahoo(): { readonly mockServer: YahooMockServer; readonly provider: MarketDataProvider } {
  let mockServer: YahooMockServer;
  let provider: MarketDataProvider;
  const methods = ['log', 'info', 'warn', 'error', 'dir'] as const;
  const printed = methods.map((method) => vi.spyOn(console, method));

  beforeAll(async () => {
    mockServer = await startYahooMockServer({ clock });
  });
  afterAll(() => mockServer.close());
  beforeEach(() => {
    provider = connectTo(mockServer.url);
  });
  afterEach(() => {
    mockServer.behaveWell();
    for (const spy of printed) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockClear();
    }
  });
  return {
    get mockServer() {
      return mockServer;
    },
    get provider() {
      return provider;
    },
  };
}
