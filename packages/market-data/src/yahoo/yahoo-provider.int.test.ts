import { describe, expect, it } from 'vitest';
import { isSpoiledRow } from '../testing/chart-rows.ts';
import { describeProviderContract } from '../testing/provider-contract.ts';
import { clock, connectTo, fixedNow, useYahoo } from '../testing/use-yahoo.ts';
import { startYahooMockServer } from '../testing/yahoo-mock-server.ts';

describeProviderContract('the Yahoo provider', async () => {
  const mockServer = await startYahooMockServer({ clock });
  return {
    provider: connectTo(mockServer.url),
    source: 'yahoo',
    close: mockServer.close,
  };
});

describe('createYahooProvider', () => {
  const yahoo = useYahoo();
  const chartRequests = () => yahoo.mockServer.requests.filter(({ endpoint }) => endpoint === 'chart');

  describe('valid responses', () => {
    it('requests daily rows and splits since the day before `from`, with the given user agent', async () => {
      await yahoo.provider.history('^GSPC', { from: '2026-11-02' });
      const { url, subject, userAgent } = yahoo.mockServer.requests.at(-1) ?? { url: '' };
      expect({ subject, userAgent }).toEqual({ subject: '^GSPC', userAgent: 'Stockbook test' });
      expect(url).toContain('/v8/finance/chart/%5EGSPC?');
      expect(Object.fromEntries(new URL(url, yahoo.mockServer.url).searchParams)).toMatchObject({
        period1: String(Date.parse('2026-11-01T00:00:00Z') / 1000),
        period2: String(fixedNow.getTime() / 1000),
        interval: '1d',
        events: 'div|split',
      });
    });

    it('dates bars in the time zone of the exchange, from 1990 on', async () => {
      const { bars } = await yahoo.provider.history('7203.T');
      expect([bars.date[0], bars.date.at(-1), bars.date.length]).toEqual(['1990-01-01', '2026-11-20', 9625]);
    });

    it('returns prices in their shortest form', async () => {
      const { bars } = await yahoo.provider.history('AAPL', { from: '2026-01-01' });
      const maxLength = Math.max(...bars.close.map((price) => String(price).length));
      expect(maxLength).toBeLessThanOrEqual('999.99'.length);
    });

    it('returns a split and adjusts earlier bars for it', async () => {
      const before = await yahoo.provider.history('NVDA');
      const split = { date: '2026-11-10', numerator: 10, denominator: 1 };
      yahoo.mockServer.split('NVDA', split);
      const after = await yahoo.provider.history('NVDA', { from: '2026-11-06' });
      expect(after.splits).toEqual([split]);
      const at = (history: typeof before, date: string) =>
        history.bars.close[history.bars.date.indexOf(date)] ?? 0;
      expect(at(after, '2026-11-09')).toBeCloseTo(at(before, '2026-11-09') / 10, 3);
      expect(at(after, '2026-11-10')).toBe(at(before, '2026-11-10'));
      expect((await yahoo.provider.history('NVDA', { from: '2026-11-11' })).splits).toEqual([]);
    });

    it('returns dividends in the currency of the quotes', async () => {
      yahoo.mockServer.dividend('HSBA.L', { date: '2026-11-12', amount: 10.5 });
      const { dividends } = await yahoo.provider.history('HSBA.L', { from: '2026-11-12' });
      expect(dividends).toEqual([{ date: '2026-11-12', amount: 10.5, currency: 'GBp' }]);
      expect((await yahoo.provider.history('HSBA.L', { from: '2026-11-13' })).dividends).toEqual([]);
    });

    it('shares one request between concurrent calls for a symbol', async () => {
      const before = chartRequests().length;
      const [one, other] = await Promise.all([
        yahoo.provider.history('MSFT'),
        yahoo.provider.history('MSFT'),
      ]);
      expect(other).toBe(one);
      expect(chartRequests().length - before).toBe(1);
      await yahoo.provider.history('MSFT');
      expect(chartRequests().length - before).toBe(2);
    });

    it('fetches the histories of a symbol one after the other, even of different days', async () => {
      const before = chartRequests().length;
      let active = 0;
      let maxActive = 0;
      const counting: typeof fetch = async (...args) => {
        active += 1;
        maxActive = Math.max(maxActive, active);
        const response = await fetch(...args);
        active -= 1;
        return response;
      };
      const counted = connectTo(yahoo.mockServer.url, { fetch: counting });
      const histories = await Promise.all(
        ['2026-01-01', '2026-02-02', '2026-01-01', '2026-02-02'].map((from) =>
          counted.history('META', { from }),
        ),
      );
      expect(histories.map(({ bars }) => bars.date[0])).toEqual([
        '2026-01-01',
        '2026-02-02',
        '2026-01-01',
        '2026-02-02',
      ]);
      expect(maxActive).toBe(1);
      expect(chartRequests().length - before).toBeLessThanOrEqual(4);
    });

    it('rejects only the caller who aborts a shared call', async () => {
      const controller = new AbortController();
      const aborted = yahoo.provider.history('AMZN', { signal: controller.signal });
      const waiting = yahoo.provider.history('AMZN');
      controller.abort(new Error('gone'));
      await expect(aborted).rejects.toThrow('gone');
      expect((await waiting).bars.date.length).toBeGreaterThan(1000);
    });

    it('treats a symbol that was withdrawn like an unknown one', async () => {
      yahoo.mockServer.behave('dead', { symbol: 'AAPL' });
      const unknown = { kind: 'not_found', message: 'No stock found for "AAPL"' };
      await expect(yahoo.provider.lookup('AAPL')).rejects.toMatchObject(unknown);
      await expect(yahoo.provider.history('AAPL')).rejects.toMatchObject(unknown);
    });

    it('searches a name without its accents if it is not found with them', async () => {
      expect((await yahoo.provider.search('Nestlé', 5)).map(({ symbol }) => symbol)).toContain('NESN.SW');
      const queries = yahoo.mockServer.requests.map(({ subject }) => subject);
      expect(queries.slice(-2)).toEqual(['Nestlé', 'Nestle']);
    });

    it('puts the home listing of an ISIN first', async () => {
      const airbus = await yahoo.provider.resolveIsin('NL0000235190');
      expect(airbus.map(({ symbol }) => symbol)).toEqual(['AIR.PA', 'AIR.DE']);
      const apple = await yahoo.provider.resolveIsin('US0378331005');
      expect(apple.map(({ symbol, isin }) => [symbol, isin])).toEqual([
        ['AAPL', 'US0378331005'],
        ['APC.DE', 'US0378331005'],
      ]);
    });

    it('returns the ISIN of the query', async () => {
      const [apple] = await yahoo.provider.search('us0378331005', 5);
      expect(apple?.isin).toBe('US0378331005');
    });

    it('accepts the short name of a pair of the dollar', async () => {
      yahoo.mockServer.behave('short-pair', { endpoint: 'chart' });
      expect((await yahoo.provider.lookup('USDCHF=X')).symbol).toBe('USDCHF=X');
      expect((await yahoo.provider.history('USDCHF=X')).instrument).toMatchObject({
        symbol: 'USDCHF=X',
        currency: 'CHF',
      });
      await expect(yahoo.provider.lookup('EURUSD=X')).rejects.toMatchObject({
        kind: 'bad_data',
        message: 'Yahoo Finance returned prices of "EUR=X" instead of "EURUSD=X"',
      });
    });

    it('distinguishes pence from pounds', async () => {
      expect((await yahoo.provider.lookup('SHEL.L')).currency).toBe('GBp');
    });

    it('finds a symbol that was not traded recently', async () => {
      yahoo.mockServer.behave('no-prices', { symbol: 'IBM', endpoint: 'chart', times: 1 });
      expect((await yahoo.provider.lookup('IBM')).name).toBe('International Business Machines Corporation');
      yahoo.mockServer.behave('no-prices', { symbol: 'IBM', endpoint: 'chart', times: 1 });
      expect((await yahoo.provider.history('IBM', { from: '2026-11-20' })).bars.date).toEqual(['2026-11-20']);
    });

    it('sends no request for a symbol that a URL path cannot contain', async () => {
      const before = yahoo.mockServer.requests.length;
      await expect(yahoo.provider.history('..')).rejects.toMatchObject({ kind: 'not_found' });
      expect(yahoo.mockServer.requests.length).toBe(before);
    });

    it('returns the facts of the chart when the search fails', async () => {
      yahoo.mockServer.behave('server-error', { endpoint: 'search' });
      expect(await yahoo.provider.lookup('AAPL')).toMatchObject({ name: 'Apple Inc.', sector: null });
    });
  });

  describe('row faults', () => {
    it.each([
      ['nulls', 'the open is missing'],
      ['nan', 'the close is missing'],
      ['negative-prices', 'the low is not above zero'],
      ['high-below-low', 'the high is below the low'],
    ] as const)('rejects the rows with %s and keeps all others', async (fault, problem) => {
      const good = await yahoo.provider.history('AAPL');
      yahoo.mockServer.behave(fault);
      const { bars, rejectedDates, rejectionNotes } = await yahoo.provider.history('AAPL');
      const spoiledDates = good.bars.date.filter((_, row) => isSpoiledRow(row));
      expect(rejectedDates).toEqual(spoiledDates);
      expect(rejectionNotes).toHaveLength(20);
      expect(rejectionNotes?.[0]).toBe(`${spoiledDates[0]}: ${problem}.`);
      expect(bars.date).toEqual(good.bars.date.filter((_, row) => !isSpoiledRow(row)));
      expect(bars.close).toEqual(good.bars.close.filter((_, row) => !isSpoiledRow(row)));
    });

    it('keeps the later of two rows of a day', async () => {
      const good = await yahoo.provider.history('AAPL');
      yahoo.mockServer.behave('duplicate-day');
      expect(await yahoo.provider.history('AAPL')).toEqual(good);
    });

    it.each(['market-open', 'market-open-null-close'] as const)(
      'excludes the current day from bars and rejectedDates (%s)',
      async (fault) => {
        const good = await yahoo.provider.history('AAPL');
        yahoo.mockServer.behave(fault);
        const { bars, rejectedDates } = await yahoo.provider.history('AAPL');
        expect({ bars, rejectedDates }).toEqual({ bars: good.bars, rejectedDates: [] });
      },
    );
  });

  describe('pendingCloseDate', () => {
    it.each(['late-close', 'late-row'] as const)(
      'returns the last day, which has no bar, as pendingCloseDate when its close is late (%s)',
      async (fault) => {
        const good = await yahoo.provider.history('AAPL', { from: '2026-11-02' });
        expect(good.pendingCloseDate).toBeNull();
        yahoo.mockServer.behave(fault);
        const late = await yahoo.provider.history('AAPL', { from: '2026-11-02' });
        expect(late.bars.date).toEqual(good.bars.date.slice(0, -1));
        expect(late).toMatchObject({ pendingCloseDate: '2026-11-20', rejectedDates: [] });
      },
    );

    it('returns no pendingCloseDate for a currency at the weekend', async () => {
      expect((await yahoo.provider.history('EURUSD=X')).pendingCloseDate).toBeNull();
    });
  });
});
