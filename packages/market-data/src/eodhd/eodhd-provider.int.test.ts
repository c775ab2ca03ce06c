import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProvider } from '../create-provider.ts';
import type { MarketDataProvider } from '../provider/provider.ts';
import { startEodhdMockServer } from '../testing/keyed/eodhd-mock-server.ts';
import type { KeyedMockServer } from '../testing/keyed/keyed-mock-server.ts';
import { describeKeyedService } from '../testing/keyed/keyed-service-contract.ts';
import { describeProviderContract } from '../testing/provider-contract.ts';

const token = 'an-eodhd/token+with=signs';
const fixedNow = new Date('2026-11-21T12:20:00Z');

function eodhdProvider(options: { eodhdUrl?: string; fetch?: typeof fetch }): MarketDataProvider {
  return createProvider({
    mode: 'eodhd',
    eodhdToken: token,
    isProduction: true,
    clock: () => fixedNow,
    ...options,
  });
}

describeProviderContract(
  'EODHD',
  async () => {
    const mockServer = await startEodhdMockServer(token, () => fixedNow);
    return {
      provider: eodhdProvider({ eodhdUrl: mockServer.url }),
      source: 'eodhd',
      close: mockServer.close,
    };
  },
  { lacksSectors: true },
);

describeKeyedService({
  name: 'EODHD',
  tokenVariable: 'EODHD_TOKEN',
  token,
  start: (clock) => startEodhdMockServer(token, clock),
  create: (url, options) =>
    createProvider({ mode: 'eodhd', eodhdUrl: url, eodhdToken: token, isProduction: true, ...options }),
});

describe('the EODHD provider', () => {
  let mockServer: KeyedMockServer;
  let provider: MarketDataProvider;
  beforeEach(async () => {
    mockServer = await startEodhdMockServer(token, () => fixedNow);
    provider = eodhdProvider({ eodhdUrl: mockServer.url });
  });
  afterEach(() => mockServer.close());

  it('calls the documented endpoints', async () => {
    await provider.history('SAP.DE', { from: '2026-11-01' });
    await provider.search('sap se', 5);
    expect(mockServer.requests.map(({ path }) => path)).toEqual([
      '/api/eod/SAP.XETRA',
      '/api/splits/SAP.XETRA',
      '/api/div/SAP.XETRA',
      '/api/search/sap%20se',
    ]);
    for (const { query } of mockServer.requests) {
      expect(query.get('fmt')).toBe('json');
      expect(query.get('api_token')).toBe(token);
    }
    expect(mockServer.requests[0]?.query.get('from')).toBe('2026-11-01');
  });

  it('rejects a symbol of an exchange that EODHD lacks, without a request', async () => {
    await expect(provider.history('7203.T')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(provider.lookup('7203.T')).rejects.toMatchObject({ kind: 'not_found' });
    expect(mockServer.requests).toEqual([]);
  });

  it('gives London prices in pence', async () => {
    expect((await provider.lookup('HSBA.L')).currency).toBe('GBp');
  });

  it('waits until midnight when the requests of the day are used up', async () => {
    mockServer.behave('payment-required');
    await expect(provider.history('AAPL')).rejects.toMatchObject({
      kind: 'rate_limited',
      message: 'EODHD_TOKEN has used up its requests at EODHD; trying again after 2026-11-22 00:00 UTC',
    });
  });
});

describe('the history of EODHD', () => {
  const row = (date: string, close: number, volume: number) => ({
    date,
    open: close,
    high: close + 4,
    low: close - 4,
    close,
    adjusted_close: close / 5,
    volume,
  });
  const payloads: Record<string, unknown> = {
    eod: [
      { warning: 'Data is limited by one year as you have free subscription' },
      row('2026-11-16', 400, 4000),
      {
        ...row('2026-11-17', 404, 4400),
        warning: 'Data is limited by one year as you have free subscription',
      },
      row('2026-11-18', 102, 1100),
    ],
    // The second split has been announced only.
    splits: [
      { date: '2026-11-18', split: '4.000000/1.000000' },
      { date: '2026-12-15', split: '2.000000/1.000000' },
    ],
    div: [
      { date: '2026-11-17', value: 0.25, unadjustedValue: 1, currency: 'USD' },
      { date: '2026-11-17', value: '0.05', unadjustedValue: 0.2, currency: 'USD' },
    ],
  };
  const answer: typeof fetch = async (input) => {
    const endpoint = new URL(String(input)).pathname.split('/')[2] ?? '';
    return Response.json(payloads[endpoint]);
  };

  it('adjusts prices for splits and leaves volumes and dividends, which EODHD has adjusted', async () => {
    const history = await eodhdProvider({ fetch: answer }).history('AAPL');
    expect(history.bars).toEqual({
      date: ['2026-11-16', '2026-11-17', '2026-11-18'],
      open: [100, 101, 102],
      high: [101, 102, 106],
      low: [99, 100, 98],
      close: [100, 101, 102],
      volume: [4000, 4400, 1100],
    });
    expect(history.splits).toEqual([{ date: '2026-11-18', numerator: 4, denominator: 1 }]);
    expect(history.dividends).toEqual([{ date: '2026-11-17', amount: 0.3, currency: 'USD' }]);
  });
});
