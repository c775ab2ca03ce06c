import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MarketDataError } from '../provider/market-data-error.ts';
import type { MarketDataProvider } from '../provider/provider.ts';
import { isSpoiledRow } from '../testing/chart-rows.ts';
import { describeProviderContract } from '../testing/provider-contract.ts';
import { startYahooMockServer, type YahooMockServer } from '../testing/yahoo-mock-server.ts';
import { createMemoryCoolDownStore } from './calls/cool-down.ts';
import { createYahooProvider, type YahooProviderOptions } from './yahoo-provider.ts';

/** A Saturday, when no exchange is open. */
const fixedNow = new Date('2026-11-21T12:00:00Z');
const clock = () => fixedNow;

function connectTo(url: string, options: Partial<YahooProviderOptions> = {}): MarketDataProvider {
  return createYahooProvider({
    url,
    userAgent: 'Stockbook test',
    fetch,
    timeouts: { history: 10_000, other: 10_000 },
    coolDowns: createMemoryCoolDownStore(),
    callSpacingMs: 0,
    listSymbols: async () => [],
    clock,
    ...options,
  });
}

describeProviderContract('the Yahoo provider', async () => {
  const mockServer = await startYahooMockServer({ clock });
  return {
    provider: connectTo(mockServer.url),
    source: 'yahoo',
    close: mockServer.close,
  };
});

describe('createYahooProvider', () => {
  let mockServer: YahooMockServer;
  let provider: MarketDataProvider;
  const printed = [
    vi.spyOn(console, 'log'),
    vi.spyOn(console, 'info'),
    vi.spyOn(console, 'warn'),
    vi.spyOn(console, 'error'),
    vi.spyOn(console, 'dir'),
  ];

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

  const chartRequests = () => mockServer.requests.filter(({ endpoint }) => endpoint === 'chart');

  describe('valid responses', () => {
    it('requests daily rows and splits since the day before `from`, with the given user agent', async () => {
      await provider.history('^GSPC', { from: '2026-11-02' });
      const { url, subject, userAgent } = mockServer.requests.at(-1) ?? { url: '' };
      expect({ subject, userAgent }).toEqual({ subject: '^GSPC', userAgent: 'Stockbook test' });
      expect(url).toContain('/v8/finance/chart/%5EGSPC?');
      expect(Object.fromEntries(new URL(url, mockServer.url).searchParams)).toMatchObject({
        period1: String(Date.parse('2026-11-01T00:00:00Z') / 1000),
        period2: String(fixedNow.getTime() / 1000),
        interval: '1d',
        events: 'div|split',
      });
    });

    it('dates bars in the time zone of the exchange, from 1990 on', async () => {
      const { bars } = await provider.history('7203.T');
      expect([bars.date[0], bars.date.at(-1), bars.date.length]).toEqual(['1990-01-01', '2026-11-20', 9625]);
    });

    it('returns prices in their shortest form', async () => {
      const { bars } = await provider.history('AAPL', { from: '2026-01-01' });
      const maxLength = Math.max(...bars.close.map((price) => String(price).length));
      expect(maxLength).toBeLessThanOrEqual('999.99'.length);
    });

    it('returns a split and adjusts earlier bars for it', async () => {
      const before = await provider.history('NVDA');
      const split = { date: '2026-11-10', numerator: 10, denominator: 1 };
      mockServer.split('NVDA', split);
      const after = await provider.history('NVDA', { from: '2026-11-06' });
      expect(after.splits).toEqual([split]);
      const at = (history: typeof before, date: string) =>
        history.bars.close[history.bars.date.indexOf(date)] ?? 0;
      expect(at(after, '2026-11-09')).toBeCloseTo(at(before, '2026-11-09') / 10, 3);
      expect(at(after, '2026-11-10')).toBe(at(before, '2026-11-10'));
      expect((await provider.history('NVDA', { from: '2026-11-11' })).splits).toEqual([]);
    });

    it('returns dividends in the currency of the quotes', async () => {
      mockServer.dividend('HSBA.L', { date: '2026-11-12', amount: 10.5 });
      const { dividends } = await provider.history('HSBA.L', { from: '2026-11-12' });
      expect(dividends).toEqual([{ date: '2026-11-12', amount: 10.5, currency: 'GBp' }]);
      expect((await provider.history('HSBA.L', { from: '2026-11-13' })).dividends).toEqual([]);
    });

    it('shares one request between concurrent calls for a symbol', async () => {
      const before = chartRequests().length;
      const [one, other] = await Promise.all([provider.history('MSFT'), provider.history('MSFT')]);
      expect(other).toBe(one);
      expect(chartRequests().length - before).toBe(1);
      await provider.history('MSFT');
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
      const counted = connectTo(mockServer.url, { fetch: counting });
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
      const aborted = provider.history('AMZN', { signal: controller.signal });
      const waiting = provider.history('AMZN');
      controller.abort(new Error('gone'));
      await expect(aborted).rejects.toThrow('gone');
      expect((await waiting).bars.date.length).toBeGreaterThan(1000);
    });

    it('treats a symbol that was withdrawn like an unknown one', async () => {
      mockServer.behave('dead', { symbol: 'AAPL' });
      const unknown = { kind: 'not_found', message: 'No stock found for "AAPL"' };
      await expect(provider.lookup('AAPL')).rejects.toMatchObject(unknown);
      await expect(provider.history('AAPL')).rejects.toMatchObject(unknown);
    });

    it('searches a name without its accents if it is not found with them', async () => {
      expect((await provider.search('Nestlé', 5)).map(({ symbol }) => symbol)).toContain('NESN.SW');
      const queries = mockServer.requests.map(({ subject }) => subject);
      expect(queries.slice(-2)).toEqual(['Nestlé', 'Nestle']);
    });

    it('puts the home listing of an ISIN first', async () => {
      const airbus = await provider.resolveIsin('NL0000235190');
      expect(airbus.map(({ symbol }) => symbol)).toEqual(['AIR.PA', 'AIR.DE']);
      const apple = await provider.resolveIsin('US0378331005');
      expect(apple.map(({ symbol, isin }) => [symbol, isin])).toEqual([
        ['AAPL', 'US0378331005'],
        ['APC.DE', 'US0378331005'],
      ]);
    });

    it('returns the ISIN of the query', async () => {
      const [apple] = await provider.search('us0378331005', 5);
      expect(apple?.isin).toBe('US0378331005');
    });

    it('distinguishes pence from pounds', async () => {
      expect((await provider.lookup('SHEL.L')).currency).toBe('GBp');
    });

    it('finds a symbol that was not traded recently', async () => {
      mockServer.behave('no-prices', { symbol: 'IBM', endpoint: 'chart', times: 1 });
      expect((await provider.lookup('IBM')).name).toBe('International Business Machines Corporation');
      mockServer.behave('no-prices', { symbol: 'IBM', endpoint: 'chart', times: 1 });
      expect((await provider.history('IBM', { from: '2026-11-20' })).bars.date).toEqual(['2026-11-20']);
    });

    it('sends no request for a symbol that a URL path cannot contain', async () => {
      const before = mockServer.requests.length;
      await expect(provider.history('..')).rejects.toMatchObject({ kind: 'not_found' });
      expect(mockServer.requests.length).toBe(before);
    });

    it('returns the facts of the chart when the search fails', async () => {
      mockServer.behave('server-error', { endpoint: 'search' });
      expect(await provider.lookup('AAPL')).toMatchObject({ name: 'Apple Inc.', sector: null });
    });
  });

  describe('row faults', () => {
    it.each([
      ['nulls', 'the open is missing'],
      ['nan', 'the close is missing'],
      ['negative-prices', 'the low is not above zero'],
      ['high-below-low', 'the high is below the low'],
    ] as const)('rejects the rows with %s and keeps all others', async (fault, problem) => {
      const good = await provider.history('AAPL');
      mockServer.behave(fault);
      const { bars, rejectedDates, rejectionNotes } = await provider.history('AAPL');
      const spoiledDates = good.bars.date.filter((_, row) => isSpoiledRow(row));
      expect(rejectedDates).toEqual(spoiledDates);
      expect(rejectionNotes).toHaveLength(20);
      expect(rejectionNotes?.[0]).toBe(`${spoiledDates[0]}: ${problem}.`);
      expect(bars.date).toEqual(good.bars.date.filter((_, row) => !isSpoiledRow(row)));
      expect(bars.close).toEqual(good.bars.close.filter((_, row) => !isSpoiledRow(row)));
    });

    it('keeps the later of two rows of a day', async () => {
      const good = await provider.history('AAPL');
      mockServer.behave('duplicate-day');
      expect(await provider.history('AAPL')).toEqual(good);
    });

    it.each(['market-open', 'market-open-null-close'] as const)(
      'excludes the current day from bars and rejectedDates (%s)',
      async (fault) => {
        const good = await provider.history('AAPL');
        mockServer.behave(fault);
        const { bars, rejectedDates } = await provider.history('AAPL');
        expect({ bars, rejectedDates }).toEqual({ bars: good.bars, rejectedDates: [] });
      },
    );
  });

  describe('pendingCloseDate', () => {
    it.each(['late-close', 'late-row'] as const)(
      'is the last day, which has no bar, when its close is late (%s)',
      async (fault) => {
        const good = await provider.history('AAPL', { from: '2026-11-02' });
        expect(good.pendingCloseDate).toBeNull();
        mockServer.behave(fault);
        const late = await provider.history('AAPL', { from: '2026-11-02' });
        expect(late.bars.date).toEqual(good.bars.date.slice(0, -1));
        expect(late).toMatchObject({ pendingCloseDate: '2026-11-20', rejectedDates: [] });
      },
    );

    it('is null for a currency at the weekend', async () => {
      expect((await provider.history('EURUSD=X')).pendingCloseDate).toBeNull();
    });
  });

  describe('searches', () => {
    const searches = () => mockServer.requests.filter(({ endpoint }) => endpoint === 'search').length;

    it('share their cache with ISINs and the facts of symbols', async () => {
      const before = searches();
      await Promise.all([provider.search('aapl', 5), provider.search('AAPL ', 10)]);
      expect(await provider.lookup('AAPL')).toMatchObject({ sector: 'Technology' });
      expect(searches() - before).toBe(1);
      await provider.search('us0378331005', 5);
      await provider.resolveIsin('US0378331005');
      expect(searches() - before).toBe(2);
    });

    it('do not open the circuit or change health when Yahoo rejects them', async () => {
      mockServer.behave('bad-request', { endpoint: 'search', times: 10 });
      for (let time = 0; time < 10; time++) {
        await expect(provider.search(`query ${time}`, 5)).rejects.toMatchObject({
          kind: 'unavailable',
          message: 'Yahoo Finance rejected the request (status 400)',
        });
      }
      expect(provider.health()).toEqual({ status: 'healthy', until: null, reason: null });
      expect(await provider.search('apple', 5)).not.toEqual([]);
    });

    it('do not block prices when they fail', async () => {
      mockServer.behave('server-error', { endpoint: 'search' });
      for (let time = 0; time < 5; time++) await expect(provider.search('apple', 5)).rejects.toThrow();
      const before = searches();
      await expect(provider.search('apple', 5)).rejects.toThrow('; try again after 12:01 UTC');
      expect(searches()).toBe(before);
      expect((await provider.history('AAPL')).source).toBe('yahoo');
      expect(await provider.lookup('AAPL')).toMatchObject({ name: 'Apple Inc.', sector: null });
      expect(provider.health()).toMatchObject({
        status: 'unavailable',
        reason: 'Yahoo Finance reported a server error (status 500)',
      });
    });

    it('do not block prices and facts when they hang', async () => {
      // A server of its own: the queued searches continue after this test.
      const hangingServer = await startYahooMockServer({ clock });
      onTestFinished(() => hangingServer.close());
      provider = connectTo(hangingServer.url);
      hangingServer.behave('hang', { endpoint: 'search' });
      const hanging = Array.from({ length: 20 }, (_, index) => provider.search(`query ${index}`, 5));
      const ended = vi.fn();
      for (const search of hanging) search.catch(ended);
      expect((await provider.history('AAPL')).source).toBe('yahoo');
      expect(ended).not.toHaveBeenCalled();
      const hasty = connectTo(hangingServer.url, { timeouts: { history: 10_000, other: 500 } });
      expect(await hasty.lookup('AAPL')).toMatchObject({ name: 'Apple Inc.', sector: null });
    });

    it('succeed while prices fail', async () => {
      mockServer.behave('server-error', { endpoint: 'chart' });
      for (let time = 0; time < 6; time++) await expect(provider.history('AAPL')).rejects.toThrow();
      expect(await provider.search('apple', 5)).not.toEqual([]);
    });
  });

  it('reports the health of a service after each call to it', async () => {
    const onHealth = vi.fn();
    const reporting = connectTo(mockServer.url, { onHealth });
    mockServer.behave('server-error', { endpoint: 'search' });
    await reporting.history('AAPL');
    await expect(reporting.search('apple', 5)).rejects.toThrow();
    mockServer.behave('rate-limited', { endpoint: 'chart', retryAfter: '120' });
    await expect(reporting.history('AAPL')).rejects.toThrow();
    expect(onHealth.mock.calls.map(([service, { status }]) => [service, status])).toEqual([
      ['prices', 'healthy'],
      ['search', 'unavailable'],
      ['prices', 'rate_limited'],
    ]);
  });

  it('makes at most two calls at a time, one of them a search, with a spacing between their starts', async () => {
    const starts: number[] = [];
    const active = { all: 0, search: 0 };
    const most = { all: 0, search: 0 };
    const recording: typeof fetch = async (input, init) => {
      const kinds = String(input).includes('/search') ? (['all', 'search'] as const) : (['all'] as const);
      starts.push(performance.now());
      for (const kind of kinds) most[kind] = Math.max(most[kind], ++active[kind]);
      try {
        return await fetch(input, init);
      } finally {
        for (const kind of kinds) active[kind] -= 1;
      }
    };
    const callSpacingMs = 20;
    const spaced = connectTo(mockServer.url, { fetch: recording, callSpacingMs });
    await Promise.all(['AAPL', 'MSFT', 'NVDA', 'META', 'AMZN'].map((symbol) => spaced.lookup(symbol)));
    expect(starts).toHaveLength(10);
    // Nine intervals; a busy event loop may delay the first call.
    expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(7 * callSpacingMs);
    expect(most.all).toBeLessThanOrEqual(2);
    expect(most.search).toBe(1);
  });

  it('serves users round-robin, and calls without a requester last', async () => {
    const order: string[] = [];
    const recording: typeof fetch = async (input, init) => {
      order.push(/chart\/(\w+)/.exec(String(input))?.[1] ?? '');
      return fetch(input, init);
    };
    const busy = connectTo(mockServer.url, { fetch: recording });
    const add = (symbol: string, requester?: string) => busy.history(symbol, { requester }).catch(() => {});
    await Promise.all([
      ...Array.from({ length: 6 }, (_, index) => add(`NIGHT${index}`)),
      ...Array.from({ length: 250 }, (_, index) => add(`NOSUCH${index}`, 'one user')),
      add('AAPL', 'another user'),
    ]);
    expect(order.slice(0, 2)).toEqual(['NIGHT0', 'NIGHT1']);
    expect(order.slice(2, 4)).toEqual(['NOSUCH0', 'AAPL']);
    expect(order.slice(-2)).toEqual(['NIGHT4', 'NIGHT5']);
  });

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
    ] as const)('reject for %s with %s', async (fault, kind, message) => {
      mockServer.behave(fault);
      for (const error of await errorsOf(provider)) {
        expect(error).toBeInstanceOf(MarketDataError);
        expect(error).toMatchObject({ kind, message, isPermanent: false });
      }
      expect(provider.health()).toEqual({ status: 'unavailable', until: null, reason: message });
    });

    it.each(['hang', 'drip'] as const)('reject for %s after the time-out', async (fault) => {
      const hasty = connectTo(mockServer.url, { timeouts: { history: 150, other: 150 } });
      mockServer.behave(fault);
      for (const error of await errorsOf(hasty)) {
        expect(error).toMatchObject({
          kind: 'unavailable',
          message: 'Yahoo Finance did not respond in time',
        });
      }
    });

    it('reject for another symbol, without a change of health', async () => {
      mockServer.behave('other-symbol', { endpoint: 'chart' });
      for (const call of [() => provider.history('AAPL'), () => provider.lookup('AAPL')]) {
        await expect(call()).rejects.toMatchObject({
          kind: 'bad_data',
          message: 'Yahoo Finance returned prices of "MSFT" instead of "AAPL"',
        });
      }
      expect(provider.health().status).toBe('healthy');
    });

    it('reject for rows that are not daily', async () => {
      mockServer.behave('monthly', { endpoint: 'chart' });
      for (const call of [() => provider.history('AAPL'), () => provider.lookup('AAPL')]) {
        await expect(call()).rejects.toMatchObject({
          kind: 'bad_data',
          message: 'Yahoo Finance returned "1mo" prices of "AAPL" instead of daily prices',
        });
      }
    });

    it('reject for a delisted symbol with not_found', async () => {
      mockServer.behave('delisted', { symbol: 'TSLA' });
      await expect(provider.history('TSLA')).rejects.toMatchObject({
        kind: 'not_found',
        message: 'No stock found for "TSLA"',
      });
      expect(provider.health().status).toBe('healthy');
    });

    it('reject for a symbol that never had prices with not_found', async () => {
      mockServer.behave('no-prices', { endpoint: 'chart' });
      await expect(provider.history('TSLA')).rejects.toMatchObject({ kind: 'not_found' });
    });

    it('reject for another 404 with unavailable', async () => {
      const wrongPath = connectTo(`${mockServer.url}/no/such/path`);
      await expect(wrongPath.history('AAPL')).rejects.toMatchObject({
        kind: 'unavailable',
        message: 'Yahoo Finance rejected the request (status 404)',
      });
    });

    it('reject with unavailable when Yahoo is unreachable', async () => {
      const gone = await startYahooMockServer();
      await gone.close();
      const unreachable = connectTo(gone.url);
      await expect(unreachable.history('AAPL')).rejects.toMatchObject({
        kind: 'unavailable',
        message: 'Yahoo Finance cannot be reached',
      });
    });

    it('end with the next valid response: health recovers', async () => {
      mockServer.behave('server-error', { times: 1 });
      await expect(provider.history('AAPL')).rejects.toMatchObject({ kind: 'unavailable' });
      await provider.history('AAPL');
      expect(provider.health()).toEqual({ status: 'healthy', until: null, reason: null });
    });
  });

  describe('rate limits', () => {
    it('sends no requests until the time in retry-after', async () => {
      mockServer.behave('rate-limited', { retryAfter: '120', times: 1 });
      const reason = 'Yahoo Finance is limiting requests; trying again after 12:02 UTC';
      const until = new Date('2026-11-21T12:02:00Z');
      await expect(provider.history('AAPL')).rejects.toMatchObject({
        kind: 'rate_limited',
        message: reason,
        retryAt: until,
      });
      expect(provider.health()).toEqual({ status: 'rate_limited', until, reason });
      const before = mockServer.requests.length;
      await expect(provider.search('apple', 5)).rejects.toMatchObject({
        kind: 'rate_limited',
        retryAt: until,
      });
      expect(mockServer.requests.length).toBe(before);
    });

    it.each([
      ['hangs', new ReadableStream<Uint8Array>()],
      [
        'is endless',
        new ReadableStream<Uint8Array>({ pull: (body) => body.enqueue(new Uint8Array(1 << 20)) }),
      ],
    ])('cools down even if the body of the 429 %s', async (_, body) => {
      const limited = connectTo(mockServer.url, {
        fetch: async () => new Response(body, { status: 429, headers: { 'retry-after': '120' } }),
      });
      await expect(limited.history('AAPL')).rejects.toMatchObject({
        kind: 'rate_limited',
        retryAt: new Date('2026-11-21T12:02:00Z'),
      });
    });

    it('shares the cool-down through the store', async () => {
      const coolDowns = createMemoryCoolDownStore();
      const [one, other] = [
        connectTo(mockServer.url, { coolDowns }),
        connectTo(mockServer.url, { coolDowns }),
      ];
      mockServer.behave('rate-limited', { times: 1 });
      await expect(one.search('apple', 5)).rejects.toMatchObject({ kind: 'rate_limited' });
      const before = mockServer.requests.length;
      await expect(other.search('apple', 5)).rejects.toMatchObject({
        kind: 'rate_limited',
        retryAt: new Date('2026-11-21T12:01:00Z'),
      });
      expect(mockServer.requests.length).toBe(before);
      expect(other.health().status).toBe('rate_limited');
    });

    it('retries after the cool-down, which doubles after another 429', async () => {
      let now = fixedNow;
      const waiting = connectTo(mockServer.url, { clock: () => now });
      mockServer.behave('rate-limited', { times: 2 });
      await expect(waiting.search('apple', 5)).rejects.toMatchObject({
        retryAt: new Date('2026-11-21T12:01:00Z'),
      });
      now = new Date('2026-11-21T12:01:00Z');
      expect(waiting.health().status).toBe('healthy');
      await expect(waiting.search('apple', 5)).rejects.toMatchObject({
        retryAt: new Date('2026-11-21T12:03:00Z'),
      });
      now = new Date('2026-11-21T12:03:00Z');
      expect(await waiting.search('apple', 5)).not.toEqual([]);
      expect(waiting.health()).toEqual({ status: 'healthy', until: null, reason: null });
    });

    it('rejects with unavailable when the store fails', async () => {
      const brokenStore = {
        read: () => Promise.reject(new Error('no database')),
        write: () => Promise.resolve(),
      };
      const broken = connectTo(mockServer.url, { coolDowns: brokenStore });
      await expect(broken.history('AAPL')).rejects.toMatchObject({
        name: 'MarketDataError',
        kind: 'unavailable',
      });
    });
  });
});
