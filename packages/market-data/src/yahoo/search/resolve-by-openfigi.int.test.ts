import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenFigiClient, type ListSymbols } from '../../openfigi/openfigi-client.ts';
import { type OpenFigiMockServer, startOpenFigiMockServer } from '../../testing/openfigi-mock-server.ts';
import { connectTo } from '../../testing/use-yahoo.ts';
import { startYahooMockServer, type YahooMockServer } from '../../testing/yahoo-mock-server.ts';

const now = new Date('2026-11-21T12:00:00Z');
const clock = () => now;

/** An ISIN that the mock server of Yahoo does not know. */
const isin = 'IE00B53L3W79';
const unknown = { kind: 'not_found', message: 'Yahoo does not know this ISIN; try the symbol' };

let yahoo: YahooMockServer;
let openFigi: OpenFigiMockServer;
let listSymbols: ListSymbols;
beforeAll(async () => {
  yahoo = await startYahooMockServer({ clock });
});
afterAll(() => yahoo.close());

async function providerWith(listings: readonly { ticker: string; exchCode: string }[] | null) {
  openFigi = await startOpenFigiMockServer();
  if (listings !== null) openFigi.setListings(isin, listings);
  listSymbols = createOpenFigiClient({ url: openFigi.url, fetch, clock, timeoutMs: 5_000 });
  const provider = connectTo(yahoo.url, { listSymbols });
  return { provider, [Symbol.asyncDispose]: () => openFigi.close() };
}

describe('resolveIsin with OpenFIGI', () => {
  it('does not ask OpenFIGI for an ISIN that Yahoo knows', async () => {
    await using setting = await providerWith(null);
    await setting.provider.resolveIsin('US0378331005');
    expect(openFigi.requests).toEqual([]);
  });

  it('resolves an ISIN that Yahoo does not know to a listing that has prices', async () => {
    await using setting = await providerWith([
      { ticker: 'NOSUCH', exchCode: 'ID' },
      { ticker: 'AIR', exchCode: 'GY' },
      { ticker: 'AIR', exchCode: 'ZZ' },
    ]);
    expect(await setting.provider.resolveIsin(isin)).toEqual([
      { symbol: 'AIR.DE', name: 'Airbus SE', exchange: 'XETRA', isin, type: 'equity' },
    ]);
    expect(openFigi.requests).toEqual([isin]);
  });

  it('tries the next listing when one has no prices', async () => {
    await using setting = await providerWith([
      { ticker: 'AAPL', exchCode: 'US' },
      { ticker: 'MSFT', exchCode: 'US' },
    ]);
    yahoo.behave('dead', { symbol: 'AAPL' });
    try {
      expect(await setting.provider.resolveIsin(isin)).toMatchObject([{ symbol: 'MSFT', isin }]);
    } finally {
      yahoo.behaveWell();
    }
  });

  it.each([
    ['OpenFIGI does not know it either', null],
    ['none of its listings is at Yahoo', [{ ticker: 'NOSUCH', exchCode: 'US' }]],
    ['its exchanges are not at Yahoo', [{ ticker: 'AAPL', exchCode: 'ZZ' }]],
  ])('rejects the ISIN when %s', async (_, listings) => {
    await using setting = await providerWith(listings);
    await expect(setting.provider.resolveIsin(isin)).rejects.toMatchObject(unknown);
  });

  it.each([
    [500, '', 'unavailable', 'OpenFIGI, which knows ISINs, reported an error (status 500)'],
    [200, '<html>', 'bad_data', 'OpenFIGI, which knows ISINs, sent an unreadable response'],
    [200, '[]', 'bad_data', 'OpenFIGI, which knows ISINs, sent an unreadable response'],
    [
      200,
      '[{"error":"Invalid idValue"}]',
      'bad_data',
      'OpenFIGI, which knows ISINs, sent an unreadable response',
    ],
  ])('reports a failure of OpenFIGI (status %s, body %j)', async (status, body, kind, message) => {
    await using setting = await providerWith(null);
    openFigi.fail(status, body);
    await expect(setting.provider.resolveIsin(isin)).rejects.toMatchObject({ kind, message });
    expect(setting.provider.health().status).toBe('healthy');
  });

  it('reads 16 MB of a response of OpenFIGI at most', async () => {
    await using setting = await providerWith(null);
    openFigi.fail(200, `[{"data":[]}${' '.repeat(16 * 1024 * 1024)}]`);
    const message = 'OpenFIGI, which knows ISINs, sent a response larger than 16 MB';
    await expect(setting.provider.resolveIsin(isin)).rejects.toMatchObject({ kind: 'bad_data', message });
  });

  it('reports that OpenFIGI limits requests, and until when', async () => {
    await using _setting = await providerWith(null);
    for (let count = 0; count < 25; count++) await listSymbols(isin);
    await expect(listSymbols(isin)).rejects.toMatchObject({
      kind: 'rate_limited',
      message: 'OpenFIGI, which knows ISINs, is limiting requests',
      retryAt: new Date(now.getTime() + 30_000),
    });
  });

  it('reports that OpenFIGI cannot be reached', async () => {
    const setting = await providerWith(null);
    await openFigi.close();
    await expect(setting.provider.resolveIsin(isin)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'OpenFIGI, which knows ISINs, cannot be reached',
    });
  });
});
