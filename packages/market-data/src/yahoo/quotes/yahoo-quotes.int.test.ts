import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProviders } from '../../create-provider.ts';
import { createMemoryPauseStore, type PauseStore } from '../../quotes/pauses.ts';
import type { QuotedInstrument, QuoteProvider } from '../../quotes/quote-provider.ts';
import { describeQuotes } from '../../testing/quote-contract.ts';
import { startYahooMockServer, type YahooMockServer } from '../../testing/yahoo-mock-server.ts';
import { createMemoryCoolDownStore } from '../calls/cool-down.ts';
import { createYahooCallPolicy } from '../calls/yahoo-call-policy.ts';
import { createYahooQuotes, type YahooQuotesOptions } from './yahoo-quotes.ts';

/** A Friday during the session of New York. */
const start = new Date('2026-11-20T15:00:00Z');
const apple = { symbol: 'AAPL', currency: 'USD', timezone: 'America/New_York' };
const sap = { symbol: 'SAP.DE', currency: 'EUR', timezone: 'Europe/Berlin' };

let now = start;
let server: YahooMockServer;
let pauses: PauseStore;
let provider: QuoteProvider;

function connect(changes: Partial<YahooQuotesOptions> = {}): QuoteProvider {
  const clock = () => now;
  return createYahooQuotes({
    url: server.url,
    mockUrl: server.url,
    userAgent: 'Stockbook test',
    acceptsConsent: false,
    fetch,
    clock,
    timeoutMs: 5_000,
    policy: createYahooCallPolicy({ coolDowns: createMemoryCoolDownStore(), clock, callSpacingMs: 0 }),
    pauses,
    ...changes,
  });
}

beforeAll(async () => {
  server = await startYahooMockServer({ clock: () => now });
});
afterAll(() => server.close());
beforeEach(() => {
  now = start;
  pauses = createMemoryPauseStore();
  provider = connect();
});
afterEach(() => server.behaveWell());

const requestsOf = (endpoint: string) =>
  server.requests.filter((request) => request.endpoint === endpoint).length;
const only = async (instrument: QuotedInstrument = apple) => (await provider.quotes([instrument])).quotes[0];

describeQuotes('Yahoo by cookie and crumb', () => provider, { instruments: [apple, sap] });

describe('quotes of Yahoo by cookie and crumb', () => {
  it('returns the fields of the answer', async () => {
    server.quotes.change('AAPL', {
      regularMarketPrice: 187.62,
      regularMarketTime: start.getTime() / 1000 - 20,
      regularMarketPreviousClose: 186.9,
      regularMarketOpen: 187,
      regularMarketDayHigh: 188.1,
      regularMarketDayLow: 186.4,
      regularMarketVolume: 31_200_000,
    });
    expect(await only()).toEqual({
      symbol: 'AAPL',
      currency: 'USD',
      price: 187.62,
      time: new Date(start.getTime() - 20_000),
      previousClose: 186.9,
      open: 187,
      high: 188.1,
      low: 186.4,
      volume: 31_200_000,
      marketState: 'open',
      extended: null,
      delayMinutes: 0,
      sourceName: 'Nasdaq Real Time Price',
      timezone: 'America/New_York',
    });
  });

  it('gets a crumb once for many requests', async () => {
    const before = requestsOf('crumb');
    for (let round = 0; round < 3; round += 1) expect((await provider.quotes([apple])).way).toBe('quote');
    expect(requestsOf('crumb') - before).toBe(2);
  });

  it('widens low and high by the price', async () => {
    server.quotes.change('AAPL', {
      regularMarketPrice: 200,
      regularMarketDayHigh: 190,
      regularMarketDayLow: 180,
    });
    expect(await only()).toMatchObject({ price: 200, high: 200, low: 180 });
  });

  it.each([
    ['REGULAR', 'open'],
    ['PRE', 'pre'],
    ['POST', 'post'],
    ['PREPRE', 'closed'],
    ['POSTPOST', 'closed'],
    ['CLOSED', 'closed'],
  ])('maps the state %s to %s', async (marketState, expected) => {
    server.quotes.change('AAPL', { marketState });
    expect(await only()).toMatchObject({ marketState: expected });
  });

  it('returns the trade after hours', async () => {
    const time = start.getTime() / 1000;
    server.quotes.change('AAPL', {
      marketState: 'POST',
      regularMarketTime: time - 3600,
      postMarketPrice: 188.1,
      postMarketTime: time - 60,
    });
    expect((await only())?.extended).toEqual({
      kind: 'post',
      price: 188.1,
      time: new Date((time - 60) * 1000),
    });
  });

  it('states no delay if a delay of 0 and the name of the prices contradict each other', async () => {
    server.quotes.change('AAPL', { exchangeDataDelayedBy: 0, quoteSourceName: 'Delayed Quote' });
    expect(await only()).toMatchObject({ delayMinutes: null, sourceName: 'Delayed Quote' });
    expect(await only(sap)).toMatchObject({ delayMinutes: 15 });
  });

  it('finds a pair by its short name, and leaves out an instrument that Yahoo lacks', async () => {
    const yen = { symbol: 'USDJPY=X', currency: 'JPY', timezone: 'Europe/London' };
    server.quotes.change('USDJPY=X', { symbol: 'JPY=X' });
    server.quotes.change('AAPL', null);
    const { quotes } = await provider.quotes([yen, apple]);
    expect(quotes.map(({ symbol }) => symbol)).toEqual(['USDJPY=X']);
  });

  it.each([
    [{ currency: 'GBP' }, 'currency'],
    [{ currency: null }, 'currency'],
    [{ regularMarketPrice: 0 }, 'price'],
    [{ regularMarketPrice: null }, 'price'],
    [{ regularMarketTime: start.getTime() / 1000 + 121 }, 'time'],
  ])('refuses a quote with %j', async (changes, refusal) => {
    server.quotes.change('AAPL', changes);
    const { quotes, refused } = await provider.quotes([apple]);
    expect(quotes).toEqual([]);
    expect(refused).toEqual([{ symbol: 'AAPL', refusal }]);
  });

  it('takes the time of the fetch for a trade up to two minutes ahead', async () => {
    server.quotes.change('AAPL', { regularMarketTime: start.getTime() / 1000 + 119 });
    const { quotes, skewedTimes } = await provider.quotes([apple]);
    expect(quotes[0]?.time).toEqual(start);
    expect(skewedTimes).toBe(1);
  });

  it('reports a closed market on a holiday on which Yahoo says REGULAR', async () => {
    const microsoft = { ...apple, symbol: 'MSFT' };
    const yesterday = start.getTime() / 1000 - 86_400;
    for (const symbol of ['AAPL', 'MSFT']) server.quotes.change(symbol, { regularMarketTime: yesterday });
    const opensLater = { ...apple, learned: { opens: '10:00', weekendDays: [] } };
    expect(await only(opensLater)).toMatchObject({ marketState: 'open' });
    expect((await provider.quotes([apple, microsoft])).quotes.map(({ marketState }) => marketState)).toEqual([
      'closed',
      'closed',
    ]);
    server.quotes.change('MSFT', { regularMarketTime: start.getTime() / 1000 - 5 });
    expect((await provider.quotes([apple, microsoft])).quotes.map(({ marketState }) => marketState)).toEqual([
      'open',
      'open',
    ]);
  });

  it('reads quotes by a new client after one 401', async () => {
    await provider.quotes([apple]);
    server.quotes.rejectCrumb(1);
    expect((await provider.quotes([apple])).way).toBe('quote');
  });
});

describe('quotes of Yahoo without a crumb', () => {
  const reasonOfPause = async () => (await pauses.read('yahoo quote'))?.reason;

  it('reads spark for an hour after two 401', async () => {
    server.quotes.rejectCrumb(2);
    expect((await provider.quotes([apple])).way).toBe('spark');
    const before = requestsOf('quote');
    now = new Date(start.getTime() + 59 * 60_000);
    expect((await provider.quotes([apple])).way).toBe('spark');
    expect(requestsOf('quote')).toBe(before);
    now = new Date(start.getTime() + 60 * 60_000);
    expect((await provider.quotes([apple])).way).toBe('quote');
  });

  it('reads spark when a second 401 follows within ten minutes', async () => {
    server.quotes.rejectCrumb(1);
    expect((await provider.quotes([apple])).way).toBe('quote');
    now = new Date(start.getTime() + 9 * 60_000);
    server.quotes.rejectCrumb(1);
    expect((await provider.quotes([apple])).way).toBe('spark');
  });

  it.each(['Too Many Requests', '', 'x'.repeat(21)])('reads spark when the crumb is "%s"', async (crumb) => {
    server.quotes.serveCrumb(crumb);
    expect((await provider.quotes([apple])).way).toBe('spark');
    expect(await reasonOfPause()).toMatch(/^Yahoo Finance sends no (crumb|cookies)$/);
  });

  it('reads spark when Yahoo asks for consent, unless the operator accepts it', async () => {
    server.quotes.askConsent();
    expect((await provider.quotes([apple])).way).toBe('spark');
    expect(await reasonOfPause()).toBe('Yahoo Finance asks for consent to cookies');
    pauses = createMemoryPauseStore();
    provider = connect({ acceptsConsent: true });
    expect((await provider.quotes([apple])).way).toBe('quote');
  });

  it('follows no redirect to another host, and names the host to a mock server only', async () => {
    const sent: [host: string, forwardedHost: string | null][] = [];
    provider = connect({
      mockUrl: null,
      async fetch(input, init) {
        const { origin, host } = new URL(input instanceof Request ? input.url : input);
        if (origin === server.url) return fetch(input, init);
        sent.push([host, new Headers(init?.headers).get('x-forwarded-host')]);
        return new Response(null, { status: 307, headers: { location: 'https://guce.yahoo.com/consent' } });
      },
    });
    expect((await provider.quotes([apple])).way).toBe('spark');
    expect(sent).toEqual([['finance.yahoo.com', null]]);
  });

  it('returns no open, no stated delay, and the state by the clock', async () => {
    server.quotes.askConsent();
    expect(await only()).toMatchObject({
      open: null,
      delayMinutes: null,
      marketState: 'open',
      extended: null,
    });
    now = new Date('2026-11-20T22:00:00Z');
    expect(await only()).toMatchObject({ marketState: 'post' });
  });

  it('takes a call for each 20 instruments', async () => {
    server.quotes.askConsent();
    const before = requestsOf('spark');
    const instruments = Array.from({ length: 41 }, (_, index) => ({ ...apple, symbol: `X${index}` }));
    expect((await provider.quotes(instruments)).calls).toBe(3);
    expect(requestsOf('spark') - before).toBe(3);
  });
});

describe('rate limits of quotes', () => {
  it('pauses both ways for 5 and then 10 minutes', async () => {
    const limited = { kind: 'rate_limited' };
    server.behave('rate-limited', { endpoint: 'quote' });
    const retryAt = new Date(start.getTime() + 5 * 60_000);
    await expect(provider.quotes([apple])).rejects.toMatchObject({ ...limited, retryAt });
    expect((await pauses.read('yahoo spark'))?.until).toEqual(retryAt);
    const before = server.requests.length;
    await expect(provider.quotes([apple])).rejects.toMatchObject({
      ...limited,
      message: 'Yahoo Finance is limiting requests',
      retryAt,
    });
    expect(server.requests.length).toBe(before);
    now = retryAt;
    await expect(provider.quotes([apple])).rejects.toMatchObject(limited);
    expect((await pauses.read('yahoo quote'))?.until).toEqual(new Date(now.getTime() + 10 * 60_000));
  });

  it('keeps the pause of quotes when histories go on after the cool-down', async () => {
    const before = requestsOf('quote');
    const options = { mode: 'yahoo', yahooUrl: server.url, callSpacingMs: 0, isProduction: true } as const;
    const { marketData, quotes } = createProviders({ ...options, clock: () => now });
    server.behave('rate-limited', { endpoint: 'quote' });
    await expect(quotes[0]?.quotes([apple])).rejects.toMatchObject({ kind: 'rate_limited' });
    await expect(marketData.history('AAPL')).rejects.toMatchObject({ kind: 'rate_limited' });
    server.behaveWell();
    now = new Date(start.getTime() + 4 * 60_000);
    expect((await marketData.history('AAPL', { from: '2026-11-01' })).bars.date.length).toBeGreaterThan(0);
    await expect(quotes[0]?.quotes([apple])).rejects.toMatchObject({ kind: 'rate_limited' });
    expect(requestsOf('quote') - before).toBe(1);
  });

  it('counts a crumb that is refused with 429 as a rate limit', async () => {
    server.behave('rate-limited', { endpoint: 'crumb' });
    await expect(provider.quotes([apple])).rejects.toMatchObject({ kind: 'rate_limited' });
    expect((await pauses.read('yahoo spark'))?.reason).toBe('Yahoo Finance is limiting requests');
  });
});

describe('errors of quotes', () => {
  it.each([
    ['server-error', 'unavailable', 'Yahoo Finance reported a server error (status 500)'],
    ['html', 'bad_data', 'Yahoo Finance sent an unreadable response'],
    ['other-json', 'bad_data', 'Yahoo Finance sent an unreadable response'],
    ['hang-up', 'unavailable', 'Yahoo Finance cannot be reached'],
    ['huge', 'bad_data', 'Yahoo Finance sent a response larger than 4 MB'],
  ] as const)('rejects the fault %s with %s, without the crumb', async (fault, kind, message) => {
    await provider.quotes([apple]);
    server.behave(fault, { endpoint: 'quote' });
    const error: unknown = await provider.quotes([apple]).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'MarketDataError', kind, message });
    expect(inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toMatch(
      /haT3oyk|AQABBCookie/,
    );
  });

  it('rejects an answer of spark that is larger than 4 MB', async () => {
    server.quotes.askConsent();
    server.behave('huge', { endpoint: 'spark' });
    await expect(provider.quotes([apple])).rejects.toMatchObject({
      kind: 'bad_data',
      message: 'Yahoo Finance sent a response larger than 4 MB',
    });
  });
});
