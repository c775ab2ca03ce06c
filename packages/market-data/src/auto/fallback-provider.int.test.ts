import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProvider } from '../create-provider.ts';
import type { ProviderHealth } from '../provider/provider.ts';
import type { ProviderOptions } from '../provider/provider-options.ts';
import { startEodhdMockServer } from '../testing/keyed/eodhd-mock-server.ts';
import type { KeyedMockServer } from '../testing/keyed/keyed-mock-server.ts';
import { startTiingoMockServer } from '../testing/keyed/tiingo-mock-server.ts';
import { describeProviderContract } from '../testing/provider-contract.ts';
import { startYahooMockServer, type YahooMockServer } from '../testing/yahoo-mock-server.ts';

const fixedNow = new Date('2026-11-21T12:20:00Z');
const clock = () => fixedNow;
const [tiingoToken, eodhdToken] = ['key-of-tiingo', 'key-of-eodhd'];

describeProviderContract('the auto provider with a key, with Yahoo', async () => {
  const yahoo = await startYahooMockServer({ clock });
  const options = { yahooUrl: yahoo.url, callSpacingMs: 0, tiingoToken, isProduction: true, clock };
  return { provider: createProvider({ mode: 'auto', ...options }), source: 'yahoo', close: yahoo.close };
});

describe('the auto provider with a key', () => {
  let servers: { yahoo: YahooMockServer; tiingo: KeyedMockServer; eodhd: KeyedMockServer };
  beforeEach(async () => {
    servers = {
      yahoo: await startYahooMockServer({ clock }),
      tiingo: await startTiingoMockServer(tiingoToken, clock),
      eodhd: await startEodhdMockServer(eodhdToken, clock),
    };
  });
  afterEach(async () => {
    await Promise.all(Object.values(servers).map((server) => server.close()));
  });

  function autoProvider(options: Partial<ProviderOptions> = {}) {
    return createProvider({
      mode: 'auto',
      yahooUrl: servers.yahoo.url,
      tiingoUrl: servers.tiingo.url,
      eodhdUrl: servers.eodhd.url,
      callSpacingMs: 0,
      tiingoToken,
      isProduction: true,
      clock,
      ...options,
    });
  }

  it.each(['rate-limited', 'server-error', 'html', 'hang-up', 'cut-in-half', 'other-json'] as const)(
    'takes a whole history from the keyed source when Yahoo has the fault %s',
    async (fault) => {
      servers.yahoo.behave(fault);
      const provider = autoProvider();
      const history = await provider.history('AAPL');
      expect(history.source).toBe('tiingo');
      expect(history.bars.date[0]).toBe('1990-01-01');
    },
  );

  it('looks up and searches at the keyed source when Yahoo fails', async () => {
    servers.yahoo.behave('server-error');
    const provider = autoProvider();
    expect(await provider.lookup('AAPL')).toMatchObject({ name: 'Apple Inc.', type: 'equity' });
    expect((await provider.search('microsoft', 5))[0]).toMatchObject({ symbol: 'MSFT' });
    const withEodhd = autoProvider({ tiingoToken: undefined, eodhdToken });
    expect((await withEodhd.resolveIsin('US0378331005'))[0]).toMatchObject({ symbol: 'AAPL' });
  });

  it('asks no other source when Yahoo does not know the symbol', async () => {
    await expect(autoProvider().history('NOSUCH.XX')).rejects.toMatchObject({ kind: 'not_found' });
    servers.yahoo.behave('delisted');
    await expect(autoProvider().history('AAPL')).rejects.toMatchObject({ kind: 'not_found' });
    expect(servers.tiingo.requests).toEqual([]);
  });

  it('reports the failure of Yahoo when the keyed source lacks the symbol', async () => {
    servers.yahoo.behave('server-error');
    await expect(autoProvider().history('SAP.DE')).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Yahoo Finance reported a server error (status 500)',
    });
  });

  it('asks the next keyed source for a symbol that the first one lacks', async () => {
    servers.yahoo.behave('server-error');
    expect((await autoProvider({ eodhdToken }).history('SAP.DE')).source).toBe('eodhd');
  });

  it('names the key and the failure of Yahoo when both fail', async () => {
    servers.yahoo.behave('server-error');
    servers.tiingo.behave('unauthorized');
    await expect(autoProvider().history('AAPL')).rejects.toMatchObject({
      kind: 'unavailable',
      message:
        'Yahoo Finance reported a server error (status 500). TIINGO_TOKEN is not accepted by Tiingo. Check it in the settings of the server',
      retryAt: null,
    });
  });

  it('waits for the sooner of two limits', async () => {
    servers.yahoo.behave('rate-limited', { retryAfter: '7200' });
    servers.tiingo.behave('rate-limited', { retryAfter: '600' });
    await expect(autoProvider().history('AAPL')).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAt: new Date('2026-11-21T12:30:00Z'),
    });
  });

  it('asks the preferred source first, and Yahoo when that fails', async () => {
    const provider = autoProvider();
    const history = () => provider.history('AAPL', { preferredSource: 'tiingo' });
    expect((await history()).source).toBe('tiingo');
    expect(servers.yahoo.requests).toEqual([]);
    servers.tiingo.behave('rate-limited');
    expect((await history()).source).toBe('yahoo');
  });

  it('asks Yahoo first when the preferred source has no key', async () => {
    expect((await autoProvider().history('AAPL', { preferredSource: 'eodhd' })).source).toBe('yahoo');
  });

  it('reports health as long as one source delivers', async () => {
    const published: ProviderHealth[] = [];
    const provider = autoProvider({ onHealth: (_service, health) => published.push(health) });
    servers.yahoo.behave('server-error');
    await provider.history('AAPL');
    expect(provider.health().status).toBe('healthy');
    expect(published.map(({ status }) => status)).toEqual(['healthy']);
    servers.tiingo.behave('server-error');
    await expect(provider.history('AAPL')).rejects.toThrow();
    expect(provider.health().status).toBe('unavailable');
    expect(published.at(-1)?.status).toBe('unavailable');
  });

  it('rejects with the reason of an aborted signal', async () => {
    const reason = new Error('gone');
    await expect(autoProvider().history('AAPL', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(servers.tiingo.requests).toEqual([]);
  });
});
