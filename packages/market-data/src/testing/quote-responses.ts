import type { IncomingMessage, ServerResponse } from 'node:http';
import { dateInUtc } from '../bars/calendar-date.ts';
import { type CatalogueEntry, findInCatalogue } from '../catalogue/catalogue.ts';
import { isOpenAt, sessionOn, tradesOn, tradingHours } from '../quotes/sessions.ts';
import { chartRows, unchanged } from './chart-rows.ts';

const cookie = 'A3=d=AQABBCookie';
const usualCrumb = 'haT3oykhHqZ';
const jsonType = { 'content-type': 'application/json;charset=utf-8' };

/** Changes of an entry of `/v7/finance/quote`; `symbol` renames it. */
type QuoteChanges = Readonly<Record<string, string | number | null | undefined>>;

/** The part of Yahoo's mock server with cookies, crumb and consent, and its changeable quotes. */
export interface QuoteMock {
  /** Changes the entry of a symbol; null removes it. Repeated changes add up. */
  change(symbol: string, changes: QuoteChanges | null): void;
  /** Redirects to the page about cookies until its form was sent. */
  askConsent(): void;
  /** Serves another text as the crumb, with status 200. */
  serveCrumb(crumb: string): void;
  /** Rejects the crumb of the next requests. @param times number of those requests */
  rejectCrumb(times: number): void;
  /** Removes all of this. */
  reset(): void;
}

interface QuoteState {
  readonly changes: Map<string, QuoteChanges | null>;
  consent: 'none' | 'asked' | 'given';
  crumb: string;
  rejections: number;
}

export function createQuoteMock(clock: () => Date) {
  const state: QuoteState = { changes: new Map(), consent: 'none', crumb: usualCrumb, rejections: 0 };
  const mock: QuoteMock = {
    change(symbol, changes) {
      const earlier = state.changes.get(symbol) ?? {};
      state.changes.set(symbol, changes === null ? null : { ...earlier, ...changes });
    },
    askConsent() {
      state.consent = 'asked';
    },
    serveCrumb(crumb) {
      state.crumb = crumb;
    },
    rejectCrumb(times) {
      state.rejections = times;
    },
    reset() {
      state.changes.clear();
      Object.assign(state, { consent: 'none', crumb: usualCrumb, rejections: 0 });
    },
  };

  /** Answers a request of the handshake or for quotes. @returns false for any other request */
  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const url = new URL(request.url ?? '/', 'http://mock-server');
    const host = String(request.headers['x-forwarded-host'] ?? '');
    if (host === 'guce.yahoo.com' || host === 'consent.yahoo.com') {
      answerConsent(state, request, url, response);
      return true;
    }
    switch (url.pathname) {
      case '/quote/AAPL':
        if (state.consent === 'asked') {
          response.writeHead(307, { location: 'https://guce.yahoo.com/consent?brandType=nonEu' }).end();
        } else {
          response.writeHead(200, { 'set-cookie': `${cookie}; Domain=.yahoo.com; Path=/; Max-Age=31536000` });
          response.end('<html>AAPL</html>');
        }
        return true;
      case '/v1/test/getcrumb':
        if (hasCookie(request)) response.writeHead(200).end(state.crumb);
        else response.writeHead(401, jsonType).end(unauthorized('Invalid Cookie'));
        return true;
      case '/v7/finance/quote':
        answerQuotes(state, request, url, response, clock());
        return true;
      case '/v7/finance/spark':
        response.writeHead(200, jsonType).end(JSON.stringify(sparksOf(state, symbolsIn(url), clock())));
        return true;
      default:
        return false;
    }
  }
  return { mock, answer };
}

function answerConsent(
  state: QuoteState,
  request: IncomingMessage,
  url: URL,
  response: ServerResponse,
): void {
  if (url.pathname === '/consent') {
    response.writeHead(302, { location: 'https://consent.yahoo.com/v2/collectConsent?sessionId=1' }).end();
  } else if (url.pathname === '/copyConsent') {
    state.consent = 'given';
    response.writeHead(302, {
      'set-cookie': `${cookie}; Domain=.yahoo.com; Path=/`,
      location: 'https://finance.yahoo.com/quote/AAPL?guccounter=1',
    });
    response.end();
  } else if (request.method === 'POST') {
    response.writeHead(302, {
      'set-cookie': 'CFC=1; Domain=consent.yahoo.com; Path=/',
      location: 'https://guce.yahoo.com/copyConsent?sessionId=1',
    });
    response.end();
  } else {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<form method="post"><input type="hidden" name="csrfToken" value="XjJ"></form>');
  }
}

function answerQuotes(
  state: QuoteState,
  request: IncomingMessage,
  url: URL,
  response: ServerResponse,
  now: Date,
): void {
  const isRejected = state.rejections > 0;
  if (isRejected) state.rejections -= 1;
  if (isRejected || !hasCookie(request) || url.searchParams.get('crumb') !== usualCrumb) {
    response.writeHead(401, jsonType).end(unauthorized('Invalid Crumb'));
    return;
  }
  const result = symbolsIn(url).flatMap((symbol) => entryOf(state, symbol, now) ?? []);
  response.writeHead(200, jsonType).end(JSON.stringify({ quoteResponse: { result, error: null } }));
}

function unauthorized(description: string): string {
  return JSON.stringify({ finance: { result: null, error: { code: 'Unauthorized', description } } });
}

function hasCookie(request: IncomingMessage): boolean {
  return request.headers.cookie?.includes(cookie) ?? false;
}

function symbolsIn(url: URL): string[] {
  return (url.searchParams.get('symbols') ?? '').split(',').filter((symbol) => symbol !== '');
}

/** The entry of a symbol; null if Yahoo has none. */
function entryOf({ changes }: QuoteState, symbol: string, now: Date): Record<string, unknown> | null {
  const entry = findInCatalogue(symbol);
  const change = changes.get(symbol);
  if (entry === undefined || change === null) return null;
  return { ...usualQuote(entry, now), ...change };
}

function usualQuote(entry: CatalogueEntry, now: Date) {
  const hours = tradingHours(entry.symbol, entry.timezone);
  const isOpen = isOpenAt(hours, now.getTime());
  const today = dateInUtc(now);
  const [before, last] = chartRows(entry, today, unchanged, {
    from: now.getTime() / 1000 - 30 * 86_400,
    to: now.getTime() / 1000,
  }).slice(-2);
  const close = Math.round((last?.close ?? 100) * 100) / 100;
  const previous = isOpen ? close : Math.round((before?.close ?? close) * 100) / 100;
  const price = isOpen ? Math.round(close * 1.004 * 100) / 100 : close;
  const isAmerican = entry.timezone === 'America/New_York';
  return {
    language: 'en-US',
    region: 'US',
    quoteType: entry.type?.toUpperCase() ?? 'EQUITY',
    symbol: entry.symbol,
    currency: entry.currency,
    exchange: entry.exchange,
    exchangeTimezoneName: entry.timezone,
    marketState: isOpen ? 'REGULAR' : 'CLOSED',
    regularMarketPrice: price,
    regularMarketTime: Math.floor((isOpen ? now.getTime() - 20_000 : lastClose(hours, now)) / 1000),
    regularMarketPreviousClose: previous,
    regularMarketOpen: previous,
    regularMarketDayHigh: Math.max(price, previous),
    regularMarketDayLow: Math.min(price, previous),
    regularMarketVolume: 1_000_000,
    exchangeDataDelayedBy: isAmerican ? 0 : 15,
    quoteSourceName: isAmerican ? 'Nasdaq Real Time Price' : 'Delayed Quote',
  };
}

function lastClose(hours: Parameters<typeof sessionOn>[0], now: Date): number {
  for (let daysAgo = 0; ; daysAgo += 1) {
    const date = dateInUtc(new Date(now.getTime() - daysAgo * 86_400_000));
    const { closesAt } = sessionOn(hours, date);
    if (tradesOn(hours, date) && closesAt <= now.getTime()) return closesAt;
  }
}

function sparksOf(state: QuoteState, symbols: readonly string[], now: Date): object {
  const result = symbols.flatMap((symbol) => {
    const entry = findInCatalogue(symbol);
    const quote = entryOf(state, symbol, now);
    if (entry === undefined || quote === null) return [];
    const session = sessionOn(tradingHours(symbol, entry.timezone), dateInUtc(now));
    const [start, end] = [session.opensAt / 1000, session.closesAt / 1000];
    const meta = {
      currency: quote.currency,
      symbol: quote.symbol,
      exchangeTimezoneName: entry.timezone,
      regularMarketPrice: quote.regularMarketPrice,
      regularMarketTime: quote.regularMarketTime,
      regularMarketDayHigh: quote.regularMarketDayHigh,
      regularMarketDayLow: quote.regularMarketDayLow,
      regularMarketVolume: quote.regularMarketVolume,
      chartPreviousClose: quote.regularMarketPreviousClose,
      previousClose: quote.regularMarketPreviousClose,
      currentTradingPeriod: {
        pre: { start: start - 19_800, end: start },
        regular: { start, end },
        post: { start: end, end: end + 14_400 },
      },
    };
    return [{ symbol: quote.symbol, response: [{ meta, timestamp: [], indicators: { quote: [{}] } }] }];
  });
  return { spark: { result, error: null } };
}
