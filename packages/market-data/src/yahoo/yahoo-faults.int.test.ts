import { describe, expect, it } from 'vitest';
import { MarketDataError } from '../provider/market-data-error.ts';
import type { MarketDataProvider } from '../provider/provider.ts';
import { connectTo, useYahoo } from '../testing/use-yahoo.ts';
import { startYahooMockServer } from '../testing/yahoo-mock-server.ts';

describe('createYahooProvider', () => {
  const yahoo = useYahoo();

  describe('response faults', () => {
    /** The errors of a history, a lookup and a search. */
    async function errorsOf(subject: MarketDataProvider): Promise<unknown[]> {
      const calls = [subject.history('AAPL'), subject.lookup('AAPL'), subject.search('apple', 5)];
      const results = await Promise.allSettled(calls);
      return results.map((result) => (result.status === 'rejected' ? result.reason : 'no error'));
    }

    it.each([
      ['server-error', 'unavailable', 'Yahoo Finance reported a server error (status 500)'],
      ['html', 'bad_data', 'Yahoo Finance sent an unreadable response'],
      ['other-json', 'bad_data', 'Yahoo Finance sent an unreadable response'],
      ['cut-in-half', 'unavailable', 'Yahoo Finance closed the connection early'],
      ['hang-up', 'unavailable', 'Yahoo Finance closed the connection early'],
      ['huge', 'bad_data', 'Yahoo Finance sent a response larger than 16 MB'],
    ] as const)('rejects calls for %s with %s', async (fault, kind, message) => {
      yahoo.mockServer.behave(fault);
      for (const error of await errorsOf(yahoo.provider)) {
        expect(error).toBeInstanceOf(MarketDataError);
        expect(error).toMatchObject({ kind, message, isPermanent: false });
      }
      expect(yahoo.provider.health()).toEqual({ status: 'unavailable', until: null, reason: message });
    });

    it.each(['hang', 'drip'] as const)('rejects calls for %s after the time-out', async (fault) => {
      const hasty = connectTo(yahoo.mockServer.url, { timeouts: { history: 150, other: 150 } });
      yahoo.mockServer.behave(fault);
      for (const error of await errorsOf(hasty)) {
        expect(error).toMatchObject({
          kind: 'unavailable',
          message: 'Yahoo Finance did not respond in time',
        });
      }
    });

    it('rejects an answer for another symbol, without a change of health', async () => {
      yahoo.mockServer.behave('other-symbol', { endpoint: 'chart' });
      for (const call of [() => yahoo.provider.history('AAPL'), () => yahoo.provider.lookup('AAPL')]) {
        await expect(call()).rejects.toMatchObject({
          kind: 'bad_data',
          message: 'Yahoo Finance returned prices of "MSFT" instead of "AAPL"',
        });
      }
      expect(yahoo.provider.health().status).toBe('healthy');
    });

    it('rejects rows that are not daily', async () => {
      yahoo.mockServer.behave('monthly', { endpoint: 'chart' });
      for (const call of [() => yahoo.provider.history('AAPL'), () => yahoo.provider.lookup('AAPL')]) {
        await expect(call()).rejects.toMatchObject({
          kind: 'bad_data',
          message: 'Yahoo Finance returned "1mo" prices of "AAPL" instead of daily prices',
        });
      }
    });

    it('rejects a delisted symbol with not_found', async () => {
      yahoo.mockServer.behave('delisted', { symbol: 'TSLA' });
      await expect(yahoo.provider.history('TSLA')).rejects.toMatchObject({
        kind: 'not_found',
        message: 'No stock found for "TSLA"',
      });
      expect(yahoo.provider.health().status).toBe('healthy');
    });

    it('rejects a symbol that never had prices with not_found', async () => {
      yahoo.mockServer.behave('no-prices', { endpoint: 'chart' });
      await expect(yahoo.provider.history('TSLA')).rejects.toMatchObject({ kind: 'not_found' });
    });

    it('rejects calls for another 404 with unavailable', async () => {
      const wrongPath = connectTo(`${yahoo.mockServer.url}/no/such/path`);
      await expect(wrongPath.history('AAPL')).rejects.toMatchObject({
        kind: 'unavailable',
        message: 'Yahoo Finance rejected the request (status 404)',
      });
    });

    it('rejects calls with unavailable when Yahoo is unreachable', async () => {
      const gone = await startYahooMockServer();
      await gone.close();
      const unreachable = connectTo(gone.url);
      await expect(unreachable.history('AAPL')).rejects.toMatchObject({
        kind: 'unavailable',
        message: 'Yahoo Finance cannot be reached',
      });
    });

    it('recovers with the next valid response', async () => {
      yahoo.mockServer.behave('server-error', { times: 1 });
      await expect(yahoo.provider.history('AAPL')).rejects.toMatchObject({ kind: 'unavailable' });
      await yahoo.provider.history('AAPL');
      expect(yahoo.provider.health()).toEqual({ status: 'healthy', until: null, reason: null });
    });
  });
});
