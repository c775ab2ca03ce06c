import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProvider } from '../create-provider.ts';
import type { MarketDataProvider } from '../provider/provider.ts';
import type { KeyedMockServer } from '../testing/keyed/keyed-mock-server.ts';
import { describeKeyedService } from '../testing/keyed/keyed-service-contract.ts';
import { startTiingoMockServer } from '../testing/keyed/tiingo-mock-server.ts';
import { describeProviderContract } from '../testing/provider-contract.ts';

const token = 'a-tiingo/token+with=signs';
const fixedNow = new Date('2026-11-21T12:20:00Z');

function tiingoProvider(tiingoUrl: string, clock = () => fixedNow): MarketDataProvider {
  return createProvider({ mode: 'tiingo', tiingoUrl, tiingoToken: token, isProduction: true, clock });
}

describeProviderContract(
  'Tiingo',
  async () => {
    const mockServer = await startTiingoMockServer(token, () => fixedNow);
    return { provider: tiingoProvider(mockServer.url), source: 'tiingo', close: mockServer.close };
  },
  { symbols: ['AAPL', 'MSFT', 'BRK-B'], lacksSectors: true, lacksIsins: true },
);

describeKeyedService({
  name: 'Tiingo',
  tokenVariable: 'TIINGO_TOKEN',
  token,
  start: (clock) => startTiingoMockServer(token, clock),
  create: (url, options) =>
    createProvider({ mode: 'tiingo', tiingoUrl: url, tiingoToken: token, isProduction: true, ...options }),
});

describe('the Tiingo provider', () => {
  let mockServer: KeyedMockServer;
  let provider: MarketDataProvider;
  beforeEach(async () => {
    mockServer = await startTiingoMockServer(token, () => fixedNow);
    provider = tiingoProvider(mockServer.url);
  });
  afterEach(() => mockServer.close());

  it('sends the token in the authorization header and never in the address', async () => {
    await provider.history('AAPL', { from: '2026-11-01' });
    await provider.search('apple', 5);
    const [history, search] = mockServer.requests;
    expect(history?.url).toBe('/tiingo/daily/AAPL/prices?startDate=2026-11-01');
    expect(search?.path).toBe('/tiingo/utilities/search');
    expect(search?.query.get('query')).toBe('apple');
    for (const { url, headers } of mockServer.requests) {
      expect(headers.authorization).toBe(`Token ${token}`);
      expect(decodeURIComponent(url)).not.toContain(token);
    }
  });

  it.each(['SAP.DE', '^GSPC', 'EURUSD=X'])(
    'rejects %s, which Tiingo lacks, without a request',
    async (symbol) => {
      await expect(provider.history(symbol)).rejects.toMatchObject({ kind: 'not_found' });
      await expect(provider.lookup(symbol)).rejects.toMatchObject({ kind: 'not_found' });
      expect(mockServer.requests).toEqual([]);
    },
  );

  it('waits for the next hour when the requests are used up', async () => {
    mockServer.behave('rate-limited');
    await expect(provider.history('AAPL')).rejects.toMatchObject({
      kind: 'rate_limited',
      message: 'TIINGO_TOKEN has used up its requests at Tiingo; trying again after 13:00 UTC',
      retryAt: new Date('2026-11-21T13:00:00Z'),
    });
  });

  it('understands the limit that Tiingo announces with status 200', async () => {
    mockServer.behave('limit-text');
    await expect(provider.history('AAPL')).rejects.toMatchObject({ kind: 'rate_limited' });
  });

  it('excludes the day until Tiingo no longer corrects its prices', async () => {
    const at = async (time: string) => {
      const now = new Date(time);
      const server = await startTiingoMockServer(token, () => new Date('2026-11-21T12:00:00Z'));
      const { bars } = await tiingoProvider(server.url, () => now).history('AAPL', { from: '2026-11-16' });
      await server.close();
      return bars.date.at(-1);
    };
    // 20 November is a Friday; New York is five hours behind UTC.
    expect(await at('2026-11-21T00:59:00Z')).toBe('2026-11-19');
    expect(await at('2026-11-21T01:00:00Z')).toBe('2026-11-20');
  });
});
