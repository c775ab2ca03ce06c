import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProvider } from '../create-provider.ts';
import type { ProviderCall } from '../provider/observe-provider.ts';
import type { ProviderOptions } from '../provider/provider-options.ts';
import { describeProviderContract } from '../testing/provider-contract.ts';
import { startYahooMockServer, type YahooMockServer } from '../testing/yahoo-mock-server.ts';

const fixedNow = new Date('2026-11-21T12:00:00Z');
const later = (seconds: number) => new Date(fixedNow.getTime() + seconds * 1000);

/** An address that refuses connections. */
async function deadUrl(): Promise<string> {
  const mockServer = await startYahooMockServer();
  await mockServer.close();
  return mockServer.url;
}

function autoProvider(yahooUrl: string, options: Partial<ProviderOptions> = {}) {
  return createProvider({
    mode: 'auto',
    yahooUrl,
    callSpacingMs: 0,
    isProduction: false,
    clock: () => fixedNow,
    ...options,
  });
}

describeProviderContract('the auto provider with Yahoo', async () => {
  const mockServer = await startYahooMockServer({ clock: () => fixedNow });
  return { provider: autoProvider(mockServer.url), source: 'yahoo', close: mockServer.close };
});

describeProviderContract('the auto provider without Yahoo', async () => ({
  provider: autoProvider(await deadUrl()),
  source: 'simulated',
  status: 'unavailable',
  isOffline: true,
}));

describe('the auto provider', () => {
  let mockServer: YahooMockServer;
  beforeEach(async () => {
    mockServer = await startYahooMockServer({ clock: () => fixedNow });
  });
  afterEach(() => mockServer.close());

  it.each(['server-error', 'html', 'hang-up', 'cut-in-half', 'rate-limited', 'other-json'] as const)(
    'passes on the error without fallback when Yahoo responds with the fault %s',
    async (fault) => {
      mockServer.behave(fault);
      await expect(autoProvider(mockServer.url).history('AAPL')).rejects.toMatchObject({
        name: 'MarketDataError',
      });
    },
  );

  it('rejects with not_found when Yahoo lacks a symbol of the catalogue', async () => {
    mockServer.behave('delisted');
    await expect(autoProvider(mockServer.url).history('AAPL')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('rejects with unavailable when Yahoo is unreachable and the catalogue lacks the symbol', async () => {
    await expect(autoProvider(await deadUrl()).history('SAP2.DE')).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Yahoo Finance cannot be reached',
      retryAt: later(60),
    });
  });

  it('retries Yahoo a minute after it was unreachable, not earlier', async () => {
    const { port } = new URL(mockServer.url);
    await mockServer.close();
    let now = fixedNow;
    const calls: ProviderCall[] = [];
    const provider = autoProvider(mockServer.url, { clock: () => now, onCall: (call) => calls.push(call) });
    expect((await provider.history('AAPL')).source).toBe('simulated');
    expect(provider.health()).toEqual({
      status: 'unavailable',
      until: later(60),
      reason: 'Yahoo Finance cannot be reached; prices are simulated',
    });

    mockServer = await startYahooMockServer({ port: Number(port), clock: () => fixedNow });
    now = later(59);
    expect((await provider.history('AAPL')).source).toBe('simulated');
    expect(mockServer.requests).toHaveLength(0);
    now = later(60);
    expect((await provider.history('AAPL')).source).toBe('yahoo');
    expect(provider.health().status).toBe('healthy');
    expect(calls.map(({ provider: source, outcome }) => `${source} ${outcome}`)).toEqual([
      'simulated ok',
      'simulated ok',
      'yahoo ok',
    ]);
  });

  it('falls back when Yahoo becomes unreachable after a successful call', async () => {
    const provider = autoProvider(mockServer.url);
    expect((await provider.history('AAPL')).source).toBe('yahoo');
    const { port } = new URL(mockServer.url);
    await mockServer.close();
    expect((await provider.history('AAPL')).source).toBe('simulated');
    expect((await provider.lookup('AAPL')).isin).toBe('US0378331005');
    mockServer = await startYahooMockServer({ port: Number(port) });
  });

  it('fails without fallback in production', async () => {
    const provider = autoProvider(await deadUrl(), { isProduction: true });
    expect(provider.mode).toBe('auto');
    await expect(provider.history('AAPL')).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Yahoo Finance cannot be reached',
    });
    expect(provider.health()).toMatchObject({ status: 'unavailable' });
  });
});
