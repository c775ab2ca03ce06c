import { describe, expect, it } from 'vitest';
import { createProvider } from './create-provider.ts';
import type { ProviderCall } from './provider/observe-provider.ts';

describe('createProvider', () => {
  it.each(['auto', 'yahoo', 'simulated'] as const)('creates a provider of mode %s', (mode) => {
    expect(createProvider({ mode, isProduction: false }).mode).toBe(mode);
  });

  it('throws when the folder of CSV files is missing', () => {
    expect(() => createProvider({ mode: 'csv', isProduction: false })).toThrow('MARKET_DATA_CSV_DIR');
    expect(createProvider({ mode: 'csv', csvDir: 'prices', isProduction: false }).mode).toBe('csv');
  });

  it.each([
    ['tiingo', { tiingoToken: 'key' }, 'MARKET_DATA=tiingo requires TIINGO_TOKEN'],
    ['eodhd', { eodhdToken: 'key' }, 'MARKET_DATA=eodhd requires EODHD_TOKEN'],
  ] as const)('throws when the token of %s is missing', (mode, token, message) => {
    expect(() => createProvider({ mode, isProduction: false })).toThrow(message);
    expect(createProvider({ mode, ...token, isProduction: false }).mode).toBe(mode);
  });

  it('reports every completed call to onCall', async () => {
    const calls: ProviderCall[] = [];
    const provider = createProvider({
      mode: 'simulated',
      isProduction: false,
      onCall: (call) => calls.push(call),
    });
    await provider.lookup('AAPL');
    await provider.search('apple', 5);
    await provider.resolveIsin('US0378331005');
    await provider.history('AAPL');
    await expect(provider.history('XYZ')).rejects.toThrow('No stock found for "XYZ"');
    await expect(provider.lookup('AAPL', { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(
      calls.map(({ provider: source, operation, outcome }) => [source, operation, outcome].join(' ')),
    ).toEqual([
      'simulated lookup ok',
      'simulated search ok',
      'simulated resolveIsin ok',
      'simulated history ok',
      'simulated history not_found',
      'simulated lookup aborted',
    ]);
    expect(calls.every(({ seconds }) => seconds >= 0)).toBe(true);
  });

  it('calls Yahoo with the given fetch and user agent', async () => {
    const requests: string[] = [];
    const provider = createProvider({
      mode: 'auto',
      yahooUrl: 'http://yahoo.test',
      yahooUserAgent: 'Someone/1.0',
      isProduction: false,
      fetch: async (input, init) => {
        requests.push(`${input} ${new Headers(init?.headers).get('user-agent')}`);
        return Response.json({ quotes: [] });
      },
    });
    expect(await provider.search('apple', 5)).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatch(/^http:\/\/yahoo\.test\/v1\/finance\/search\?.*q=apple.* Someone\/1\.0$/);
  });

  it('names the program version in the default user agent', async () => {
    const agents: (string | null)[] = [];
    const provider = createProvider({
      mode: 'yahoo',
      version: '12.3.4',
      isProduction: true,
      fetch: async (_, init) => {
        agents.push(new Headers(init?.headers).get('user-agent'));
        return Response.json({ quotes: [] });
      },
    });
    await provider.search('apple', 5);
    expect(agents).toEqual(['Mozilla/5.0 (compatible; Stockbook/12.3)']);
  });

  it('falls back to simulated prices when the given fetch cannot connect', async () => {
    const provider = createProvider({
      mode: 'auto',
      isProduction: false,
      fetch: async () => {
        const cause = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
        throw new TypeError('fetch failed', { cause });
      },
    });
    expect((await provider.history('AAPL')).source).toBe('simulated');
  });
});
