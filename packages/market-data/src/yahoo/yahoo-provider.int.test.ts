import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MarketDataError } from '../provider/market-data-error.ts';
import type { MarketDataProvider } from '../provider/provider.ts';
import { isSpoiledRow } from '../testing/chart-rows.ts';
import { describeProviderContract } from '../testing/provider-contract.ts';
import { startYahooStandIn, type YahooStandIn } from '../testing/yahoo-mock-server.ts';
import { createMemoryCoolDownStore } from './calls/cool-down.ts';
import { createYahooProvider, type YahooProviderOptions } from './yahoo-provider.ts';

/** A Saturday, when no exchange is open. */
const NOW = new Date('2026-11-21T12:00:00Z');
const clock = () => NOW;

function connectTo(url: string, options: Partial<YahooProviderOptions> = {}): MarketDataProvider {
  return createYahooProvider({
    url,
    userAgent: 'Stockbook test',
    fetch,
    timeouts: { history: 10_000, other: 10_000 },
    coolDowns: createMemoryCoolDownStore(),
    clock,
    ...options,
  });
}

describeProviderContract('the Yahoo provider', async () => {
  const standIn = await startYahooStandIn({ clock });
  return { provider: connectTo(standIn.url), source: 'yahoo', close: standIn.close };
});

describe('createYahooProvider', () => {
  let standIn: YahooStandIn;
  let provider: MarketDataProvider;
  const printed = [
    vi.spyOn(console, 'log'),
    vi.spyOn(console, 'info'),
    vi.spyOn(console, 'warn'),
    vi.spyOn(console, 'error'),
    vi.spyOn(console, 'dir'),
  ];

  beforeAll(async () => {
    standIn = await startYahooStandIn({ clock });
  });
  afterAll(() => standIn.close());
  beforeEach(() => {
    provider = connectTo(standIn.url);
  });
  afterEach(() => {
    standIn.behaveWell();
    for (const spy of printed) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockClear();
    }
  });

  const chartRequests = () => standIn.requests.filter(({ endpoint }) => endpoint === 'chart');

  describe('good answers', () => {
    it('asks for whole days by seconds, with splits, under the given user agent', async () => {
      await provider.history('^GSPC', { from: '2026-11-02' });
      const { url, subject, userAgent } = standIn.requests.at(-1) ?? { url: '' };
      expect({ subject, userAgent }).toEqual({ subject: '^GSPC', userAgent: 'Stockbook test' });
      expect(url).toContain('/v8/finance/chart/%5EGSPC?');
      expect(Object.fromEntries(new URL(url, standIn.url).searchParams)).toMatchObject({
        period1: String(Date.parse('2026-11-01T00:00:00Z') / 1000),
        period2: String(NOW.getTime() / 1000),
        interval: '1d',
        events: 'div|split',
      });
    });

    it('dates bars by the clocks of the exchange, from 1990 on', async () => {
      const { bars } = await provider.history('7203.T');
      expect([bars.date[0], bars.date.at(-1), bars.date.length]).toEqual(['1990-01-01', '2026-11-20', 9625]);
    });

    it('gives prices in their shortest form', async () => {
      const { bars } = await provider.history('AAPL', { from: '2026-01-01' });
      const longest = Math.max(...bars.close.map((price) => String(price).length));
      expect(longest).toBeLessThanOrEqual('999.99'.length);
    });

    it('names a split, and has the earlier bars adjusted for it', async () => {
      const before = await provider.history('NVDA');
      const split = { date: '2026-11-10', numerator: 10, denominator: 1 };
      standIn.split('NVDA', split);
      const after = await provider.history('NVDA', { from: '2026-11-06' });
      expect(after.splits).toEqual([split]);
      const at = (history: typeof before, date: string) =>
        history.bars.close[history.bars.date.indexOf(date)] ?? 0;
      expect(at(after, '2026-11-09')).toBeCloseTo(at(before, '2026-11-09') / 10, 3);
      expect(at(after, '2026-11-10')).toBe(at(before, '2026-11-10'));
      expect((await provider.history('NVDA', { from: '2026-11-11' })).splits).toEqual([]);
    });

    it('fetches a symbol once for all who ask at the same time', async () => {
      const before = chartRequests().length;
      const [one, other] = await Promise.all([provider.history('MSFT'), provider.history('MSFT')]);
      expect(other).toBe(one);
      expect(chartRequests().length - before).toBe(1);
      await provider.history('MSFT');
      expect(chartRequests().length - before).toBe(2);
    });

    it('fetches one history of a symbol at a time, also of other days', async () => {
      const before = chartRequests().length;
      let underWay = 0;
      let most = 0;
      const counting: typeof fetch = async (...args) => {
        underWay += 1;
        most = Math.max(most, underWay);
        const response = await fetch(...args);
        underWay -= 1;
        return response;
      };
      const counted = connectTo(standIn.url, { fetch: counting });
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
      expect(most).toBe(1);
      expect(chartRequests().length - before).toBeLessThanOrEqual(4);
    });

    it('lets one of those who ask give up, and answers the others', async () => {
      const controller = new AbortController();
      const given = provider.history('AMZN', { signal: controller.signal });
      const waiting = provider.history('AMZN');
      controller.abort(new Error('gone'));
      await expect(given).rejects.toThrow('gone');
      expect((await waiting).bars.date.length).toBeGreaterThan(1000);
    });

    it('names the listing at home first, whatever the order of the answer', async () => {
      const airbus = await provider.resolveIsin('NL0000235190');
      expect(airbus.map(({ symbol }) => symbol)).toEqual(['AIR.PA', 'AIR.DE']);
      const apple = await provider.resolveIsin('US0378331005');
      expect(apple.map(({ symbol, isin }) => [symbol, isin])).toEqual([
        ['AAPL', 'US0378331005'],
        ['APC.DE', 'US0378331005'],
      ]);
    });

    it('keeps the ISIN that was searched for', async () => {
      const [apple] = await provider.search('us0378331005', 5);
      expect(apple?.isin).toBe('US0378331005');
    });

    it('keeps pence apart from pounds', async () => {
      expect((await provider.lookup('SHEL.L')).currency).toBe('GBp');
    });

    it('knows a symbol that was not traded of late', async () => {
      standIn.behave('no-prices', { symbol: 'IBM', endpoint: 'chart', times: 1 });
      expect((await provider.lookup('IBM')).name).toBe('International Business Machines Corporation');
      standIn.behave('no-prices', { symbol: 'IBM', endpoint: 'chart', times: 1 });
      expect((await provider.history('IBM', { from: '2026-11-20' })).bars.date).toEqual(['2026-11-20']);
    });

    it('asks nothing for a symbol that no address can hold', async () => {
      const before = standIn.requests.length;
      await expect(provider.history('..')).rejects.toMatchObject({ kind: 'not_found' });
      expect(standIn.requests.length).toBe(before);
    });

    it('gives the facts of the chart where the search fails', async () => {
      standIn.behave('server-error', { endpoint: 'search' });
      expect(await provider.lookup('AAPL')).toMatchObject({ name: 'Apple Inc.', sector: null });
    });
  });

  describe('spoiled rows', () => {
    it.each([
      ['nulls', 'the open is missing'],
      ['nan', 'the close is missing'],
      ['negative-prices', 'the low is not above zero'],
      ['high-below-low', 'the high is below the low'],
    ] as const)('leaves out and counts %s, and keeps all others', async (misbehaviour, fault) => {
      const good = await provider.history('AAPL');
      standIn.behave(misbehaviour);
      const { bars, rejectedDates, rejectionNotes } = await provider.history('AAPL');
      const spoiledDates = good.bars.date.filter((_, row) => isSpoiledRow(row));
      expect(rejectedDates).toEqual(spoiledDates);
      expect(rejectionNotes).toHaveLength(20);
      expect(rejectionNotes?.[0]).toBe(`${spoiledDates[0]}: ${fault}.`);
      expect(bars.date).toEqual(good.bars.date.filter((_, row) => !isSpoiledRow(row)));
      expect(bars.close).toEqual(good.bars.close.filter((_, row) => !isSpoiledRow(row)));
    });

    it('keeps the later row of a day that comes twice', async () => {
      const good = await provider.history('AAPL');
      standIn.behave('duplicate-day');
      expect(await provider.history('AAPL')).toEqual(good);
    });

    it.each(['market-open', 'market-open-null-close'] as const)(
      'leaves out the day that goes on, uncounted (%s)',
      async (misbehaviour) => {
        const good = await provider.history('AAPL');
        standIn.behave(misbehaviour);
        const { bars, rejectedDates } = await provider.history('AAPL');
        expect({ bars, rejectedDates }).toEqual({ bars: good.bars, rejectedDates: [] });
      },
    );
  });

  describe('a close that is late', () => {
    it.each(['late-close', 'late-row'] as const)(
      'is named, and its day left out (%s)',
      async (misbehaviour) => {
        const good = await provider.history('AAPL', { from: '2026-11-02' });
        expect(good.pendingCloseDate).toBeNull();
        standIn.behave(misbehaviour);
        const late = await provider.history('AAPL', { from: '2026-11-02' });
        expect(late.bars.date).toEqual(good.bars.date.slice(0, -1));
        expect(late).toMatchObject({ pendingCloseDate: '2026-11-20', rejectedDates: [] });
      },
    );

    it('is none of a currency at the weekend', async () => {
      expect((await provider.history('EURUSD=X')).pendingCloseDate).toBeNull();
    });
  });

  describe('searches', () => {
    const searches = () => standIn.requests.filter(({ endpoint }) => endpoint === 'search').length;

    it('share their answers with ISINs and the facts of symbols', async () => {
      const before = searches();
      await Promise.all([provider.search('aapl', 5), provider.search('AAPL ', 10)]);
      expect(await provider.lookup('AAPL')).toMatchObject({ sector: 'Technology' });
      expect(searches() - before).toBe(1);
      await provider.search('us0378331005', 5);
      await provider.resolveIsin('US0378331005');
      expect(searches() - before).toBe(2);
    });

    it('that Yahoo rejects open no circuit and leave it healthy', async () => {
      standIn.behave('bad-request', { endpoint: 'search', times: 10 });
      for (let time = 0; time < 10; time++) {
        await expect(provider.search(`query ${time}`, 5)).rejects.toMatchObject({
          kind: 'unavailable',
          message: 'Yahoo Finance refused the request (status 400)',
        });
      }
      expect(provider.health()).toEqual({ status: 'healthy', until: null, reason: null });
      expect(await provider.search('apple', 5)).not.toEqual([]);
    });

    it('that fail never keep prices from being fetched', async () => {
      standIn.behave('server-error', { endpoint: 'search' });
      for (let time = 0; time < 5; time++) await expect(provider.search('apple', 5)).rejects.toThrow();
      const before = searches();
      await expect(provider.search('apple', 5)).rejects.toThrow('; try again after 12:01 UTC');
      expect(searches()).toBe(before);
      expect((await provider.history('AAPL')).source).toBe('yahoo');
      expect(await provider.lookup('AAPL')).toMatchObject({ name: 'Apple Inc.', sector: null });
      expect(provider.health()).toMatchObject({
        status: 'unavailable',
        reason: 'Yahoo Finance has a fault of its own (status 500)',
      });
    });

    it('that hang keep neither prices nor the facts of a symbol waiting', async () => {
      standIn.behave('hang', { endpoint: 'search' });
      const hanging = Array.from({ length: 20 }, (_, index) => provider.search(`query ${index}`, 5));
      const ended = vi.fn();
      for (const search of hanging) search.catch(ended);
      expect((await provider.history('AAPL')).source).toBe('yahoo');
      expect(ended).not.toHaveBeenCalled();
      const hasty = connectTo(standIn.url, { timeouts: { history: 10_000, other: 500 } });
      expect(await hasty.lookup('AAPL')).toMatchObject({ name: 'Apple Inc.', sector: null });
    });

    it('are served while prices fail', async () => {
      standIn.behave('server-error', { endpoint: 'chart' });
      for (let time = 0; time < 6; time++) await expect(provider.history('AAPL')).rejects.toThrow();
      expect(await provider.search('apple', 5)).not.toEqual([]);
    });
  });

  it('tells of the health of each service after a call to it', async () => {
    const onHealth = vi.fn();
    const told = connectTo(standIn.url, { onHealth });
    standIn.behave('server-error', { endpoint: 'search' });
    await told.history('AAPL');
    await expect(told.search('apple', 5)).rejects.toThrow();
    standIn.behave('rate-limited', { endpoint: 'chart', retryAfter: '120' });
    await expect(told.history('AAPL')).rejects.toThrow();
    expect(onHealth.mock.calls.map(([service, { status }]) => [service, status])).toEqual([
      ['prices', 'healthy'],
      ['search', 'unavailable'],
      ['prices', 'rate_limited'],
    ]);
  });

  it('serves users in turn, and calls that nobody waits for last', async () => {
    const order: string[] = [];
    const slow: typeof fetch = async (input, init) => {
      order.push(/chart\/(\w+)/.exec(String(input))?.[1] ?? '');
      return fetch(input, init);
    };
    const busy = connectTo(standIn.url, { fetch: slow });
    const add = (symbol: string, requester?: string) => busy.history(symbol, { requester }).catch(() => {});
    await Promise.all([
      ...Array.from({ length: 6 }, (_, index) => add(`NIGHT${index}`)),
      ...Array.from({ length: 250 }, (_, index) => add(`NOSUCH${index}`, 'one user')),
      add('AAPL', 'another user'),
    ]);
    expect(order.slice(0, 4)).toEqual(['NIGHT0', 'NIGHT1', 'NIGHT2', 'NIGHT3']);
    expect(order.slice(4, 6)).toEqual(['NOSUCH0', 'AAPL']);
    expect(order.slice(-2)).toEqual(['NIGHT4', 'NIGHT5']);
  });

  describe('bad answers', () => {
    /** What the calls that fetch anything reject with. */
    async function errorsOf(subject: MarketDataProvider): Promise<unknown[]> {
      const calls = [subject.history('AAPL'), subject.lookup('AAPL'), subject.search('apple', 5)];
      const results = await Promise.allSettled(calls);
      return results.map((result) => (result.status === 'rejected' ? result.reason : 'no error'));
    }

    it.each([
      ['server-error', 'unavailable', 'Yahoo Finance has a fault of its own (status 500)'],
      ['html', 'bad_data', 'Yahoo Finance sent an answer that could not be read'],
      ['other-json', 'bad_data', 'Yahoo Finance sent an answer that could not be read'],
      ['cut-in-half', 'unavailable', 'Yahoo Finance broke off its answer'],
      ['hang-up', 'unavailable', 'Yahoo Finance broke off its answer'],
      ['huge', 'bad_data', 'Yahoo Finance sent an answer that is too large to be true'],
    ] as const)('%s is %s', async (misbehaviour, kind, message) => {
      standIn.behave(misbehaviour);
      for (const error of await errorsOf(provider)) {
        expect(error).toBeInstanceOf(MarketDataError);
        expect(error).toMatchObject({ kind, message, isPermanent: false });
      }
      expect(provider.health()).toEqual({ status: 'unavailable', until: null, reason: message });
    });

    it.each(['hang', 'drip'] as const)('%s ends with the time-out', async (misbehaviour) => {
      const hasty = connectTo(standIn.url, { timeouts: { history: 150, other: 150 } });
      standIn.behave(misbehaviour);
      for (const error of await errorsOf(hasty)) {
        expect(error).toMatchObject({
          kind: 'unavailable',
          message: 'Yahoo Finance took too long to answer',
        });
      }
    });

    it('refuses the data of another symbol, which is no fault of Yahoo as a whole', async () => {
      standIn.behave('other-symbol', { endpoint: 'chart' });
      for (const call of [() => provider.history('AAPL'), () => provider.lookup('AAPL')]) {
        await expect(call()).rejects.toMatchObject({
          kind: 'bad_data',
          message: 'Yahoo Finance answered for "MSFT" when asked for "AAPL"',
        });
      }
      expect(provider.health().status).toBe('healthy');
    });

    it('refuses rows of another length than a day', async () => {
      standIn.behave('monthly', { endpoint: 'chart' });
      for (const call of [() => provider.history('AAPL'), () => provider.lookup('AAPL')]) {
        await expect(call()).rejects.toMatchObject({
          kind: 'bad_data',
          message: 'Yahoo Finance sent prices per "1mo" for "AAPL" instead of daily ones',
        });
      }
    });

    it('answers a delisted symbol with not_found', async () => {
      standIn.behave('delisted', { symbol: 'TSLA' });
      await expect(provider.history('TSLA')).rejects.toMatchObject({
        kind: 'not_found',
        message: 'No stock found for "TSLA"',
      });
      expect(provider.health().status).toBe('healthy');
    });

    it('answers a symbol that never had prices with not_found', async () => {
      standIn.behave('no-prices', { endpoint: 'chart' });
      await expect(provider.history('TSLA')).rejects.toMatchObject({ kind: 'not_found' });
    });

    it('does not take a 404 of another kind for an unknown symbol', async () => {
      const elsewhere = connectTo(`${standIn.url}/no/such/path`);
      await expect(elsewhere.history('AAPL')).rejects.toMatchObject({
        kind: 'unavailable',
        message: 'Yahoo Finance refused the request (status 404)',
      });
    });

    it('says when Yahoo cannot be reached', async () => {
      const gone = await startYahooStandIn();
      await gone.close();
      const lost = connectTo(gone.url);
      await expect(lost.history('AAPL')).rejects.toMatchObject({
        kind: 'unavailable',
        message: 'Yahoo Finance cannot be reached',
      });
    });

    it('is healthy again with the next good answer', async () => {
      standIn.behave('server-error', { times: 1 });
      await expect(provider.history('AAPL')).rejects.toMatchObject({ kind: 'unavailable' });
      await provider.history('AAPL');
      expect(provider.health()).toEqual({ status: 'healthy', until: null, reason: null });
    });
  });

  describe('rate limits', () => {
    it('cools down as long as Yahoo says, asking nothing meanwhile', async () => {
      standIn.behave('rate-limited', { retryAfter: '120', times: 1 });
      const reason = 'Yahoo Finance is limiting requests; trying again after 12:02 UTC';
      const until = new Date('2026-11-21T12:02:00Z');
      await expect(provider.history('AAPL')).rejects.toMatchObject({
        kind: 'rate_limited',
        message: reason,
        retryAt: until,
      });
      expect(provider.health()).toEqual({ status: 'rate_limited', until, reason });
      const before = standIn.requests.length;
      await expect(provider.search('apple', 5)).rejects.toMatchObject({
        kind: 'rate_limited',
        retryAt: until,
      });
      expect(standIn.requests.length).toBe(before);
    });

    it.each([
      ['hangs', new ReadableStream<Uint8Array>()],
      [
        'has no end',
        new ReadableStream<Uint8Array>({ pull: (body) => body.enqueue(new Uint8Array(1 << 20)) }),
      ],
    ])('cools down also where the body of the answer %s', async (_, body) => {
      const limited = connectTo(standIn.url, {
        fetch: async () => new Response(body, { status: 429, headers: { 'retry-after': '120' } }),
      });
      await expect(limited.history('AAPL')).rejects.toMatchObject({
        kind: 'rate_limited',
        retryAt: new Date('2026-11-21T12:02:00Z'),
      });
    });

    it('shares the cool-down with all that share the store', async () => {
      const coolDowns = createMemoryCoolDownStore();
      const [one, other] = [connectTo(standIn.url, { coolDowns }), connectTo(standIn.url, { coolDowns })];
      standIn.behave('rate-limited', { times: 1 });
      await expect(one.search('apple', 5)).rejects.toMatchObject({ kind: 'rate_limited' });
      const before = standIn.requests.length;
      await expect(other.search('apple', 5)).rejects.toMatchObject({
        kind: 'rate_limited',
        retryAt: new Date('2026-11-21T12:01:00Z'),
      });
      expect(standIn.requests.length).toBe(before);
      expect(other.health().status).toBe('rate_limited');
    });

    it('asks again afterwards, and waits longer when that is too early', async () => {
      let now = NOW;
      const waiting = connectTo(standIn.url, { clock: () => now });
      standIn.behave('rate-limited', { times: 2 });
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

    it('calls itself unavailable where the store fails', async () => {
      const broken = { read: () => Promise.reject(new Error('no database')), write: () => Promise.resolve() };
      const cut = connectTo(standIn.url, { coolDowns: broken });
      await expect(cut.history('AAPL')).rejects.toMatchObject({
        name: 'MarketDataError',
        kind: 'unavailable',
      });
    });
  });
});
