import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { clock, connectTo, fixedNow, useYahoo } from '../testing/use-yahoo.ts';
import { startYahooMockServer } from '../testing/yahoo-mock-server.ts';
import { createMemoryCoolDownStore } from './calls/cool-down.ts';

describe('calls of the Yahoo provider', () => {
  const yahoo = useYahoo();

  describe('searches', () => {
    const searches = () => yahoo.mockServer.requests.filter(({ endpoint }) => endpoint === 'search').length;

    it('shares one cache between searches, ISINs and the facts of symbols', async () => {
      const before = searches();
      await Promise.all([yahoo.provider.search('aapl', 5), yahoo.provider.search('AAPL ', 10)]);
      expect(await yahoo.provider.lookup('AAPL')).toMatchObject({ sector: 'Technology' });
      expect(searches() - before).toBe(1);
      await yahoo.provider.search('us0378331005', 5);
      await yahoo.provider.resolveIsin('US0378331005');
      expect(searches() - before).toBe(2);
    });

    it('keeps the circuit closed and the health when Yahoo rejects searches', async () => {
      yahoo.mockServer.behave('bad-request', { endpoint: 'search', times: 10 });
      for (let time = 0; time < 10; time++) {
        await expect(yahoo.provider.search(`query ${time}`, 5)).rejects.toMatchObject({
          kind: 'unavailable',
          message: 'Yahoo Finance rejected the request (status 400)',
        });
      }
      expect(yahoo.provider.health()).toEqual({ status: 'healthy', until: null, reason: null });
      expect(await yahoo.provider.search('apple', 5)).not.toEqual([]);
    });

    it('delivers prices while searches fail', async () => {
      yahoo.mockServer.behave('server-error', { endpoint: 'search' });
      for (let time = 0; time < 5; time++) await expect(yahoo.provider.search('apple', 5)).rejects.toThrow();
      const before = searches();
      await expect(yahoo.provider.search('apple', 5)).rejects.toThrow('; try again after 12:01 UTC');
      expect(searches()).toBe(before);
      expect((await yahoo.provider.history('AAPL')).source).toBe('yahoo');
      expect(await yahoo.provider.lookup('AAPL')).toMatchObject({ name: 'Apple Inc.', sector: null });
      expect(yahoo.provider.health()).toMatchObject({
        status: 'unavailable',
        reason: 'Yahoo Finance reported a server error (status 500)',
      });
    });

    it('delivers prices and facts while searches hang', async () => {
      // A server of its own: the queued searches continue after this test.
      const hangingServer = await startYahooMockServer({ clock });
      onTestFinished(() => hangingServer.close());
      const patient = connectTo(hangingServer.url);
      hangingServer.behave('hang', { endpoint: 'search' });
      const hanging = Array.from({ length: 20 }, (_, index) => patient.search(`query ${index}`, 5));
      const ended = vi.fn();
      for (const search of hanging) search.catch(ended);
      expect((await patient.history('AAPL')).source).toBe('yahoo');
      expect(ended).not.toHaveBeenCalled();
      const hasty = connectTo(hangingServer.url, { timeouts: { history: 10_000, other: 500 } });
      expect(await hasty.lookup('AAPL')).toMatchObject({ name: 'Apple Inc.', sector: null });
    });

    it('delivers search results while prices fail', async () => {
      yahoo.mockServer.behave('server-error', { endpoint: 'chart' });
      for (let time = 0; time < 6; time++) await expect(yahoo.provider.history('AAPL')).rejects.toThrow();
      expect(await yahoo.provider.search('apple', 5)).not.toEqual([]);
    });
  });

  it('reports the health of a service after each call to it', async () => {
    const onHealth = vi.fn();
    const reporting = connectTo(yahoo.mockServer.url, { onHealth });
    yahoo.mockServer.behave('server-error', { endpoint: 'search' });
    await reporting.history('AAPL');
    await expect(reporting.search('apple', 5)).rejects.toThrow();
    yahoo.mockServer.behave('rate-limited', { endpoint: 'chart', retryAfter: '120' });
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
    const spaced = connectTo(yahoo.mockServer.url, { fetch: recording, callSpacingMs });
    const begin = performance.now();
    await Promise.all(['AAPL', 'MSFT', 'NVDA', 'META', 'AMZN'].map((symbol) => spaced.lookup(symbol)));
    expect(starts).toHaveLength(10);
    // Nine intervals, from the request for the calls on: a busy event loop may delay the first one. Timers may be 1 ms
    // early.
    expect((starts.at(-1) ?? 0) - begin).toBeGreaterThan(9 * (callSpacingMs - 1));
    expect(most.all).toBeLessThanOrEqual(2);
    expect(most.search).toBe(1);
  });

  it('serves users round-robin, and calls without a requester last', async () => {
    const order: string[] = [];
    const recording: typeof fetch = async (input, init) => {
      order.push(/chart\/(\w+)/.exec(String(input))?.[1] ?? '');
      return fetch(input, init);
    };
    const busy = connectTo(yahoo.mockServer.url, { fetch: recording });
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

  describe('rate limits', () => {
    it('sends no requests until the time in retry-after', async () => {
      yahoo.mockServer.behave('rate-limited', { retryAfter: '120', times: 1 });
      const reason = 'Yahoo Finance is limiting requests; trying again after 12:02 UTC';
      const until = new Date('2026-11-21T12:02:00Z');
      await expect(yahoo.provider.history('AAPL')).rejects.toMatchObject({
        kind: 'rate_limited',
        message: reason,
        retryAt: until,
      });
      expect(yahoo.provider.health()).toEqual({ status: 'rate_limited', until, reason });
      const before = yahoo.mockServer.requests.length;
      await expect(yahoo.provider.search('apple', 5)).rejects.toMatchObject({
        kind: 'rate_limited',
        retryAt: until,
      });
      expect(yahoo.mockServer.requests.length).toBe(before);
    });

    it.each([
      ['hangs', new ReadableStream<Uint8Array>()],
      [
        'is endless',
        new ReadableStream<Uint8Array>({ pull: (body) => body.enqueue(new Uint8Array(1 << 20)) }),
      ],
    ])('cools down even if the body of the 429 %s', async (_, body) => {
      const limited = connectTo(yahoo.mockServer.url, {
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
        connectTo(yahoo.mockServer.url, { coolDowns }),
        connectTo(yahoo.mockServer.url, { coolDowns }),
      ];
      yahoo.mockServer.behave('rate-limited', { times: 1 });
      await expect(one.search('apple', 5)).rejects.toMatchObject({ kind: 'rate_limited' });
      const before = yahoo.mockServer.requests.length;
      await expect(other.search('apple', 5)).rejects.toMatchObject({
        kind: 'rate_limited',
        retryAt: new Date('2026-11-21T12:01:00Z'),
      });
      expect(yahoo.mockServer.requests.length).toBe(before);
      expect(other.health().status).toBe('rate_limited');
    });

    it('retries after the cool-down, which doubles after another 429', async () => {
      let now = fixedNow;
      const waiting = connectTo(yahoo.mockServer.url, { clock: () => now });
      yahoo.mockServer.behave('rate-limited', { times: 2 });
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
      const broken = connectTo(yahoo.mockServer.url, { coolDowns: brokenStore });
      await expect(broken.history('AAPL')).rejects.toMatchObject({
        name: 'MarketDataError',
        kind: 'unavailable',
      });
    });
  });
});
