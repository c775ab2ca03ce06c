import { createServer } from 'node:http';
import { type ListeningServer, listen } from '@stockbook/market-data/testing';

const cookie = 'A3=d=AQABBCookie';
const crumb = 'haT3oykhHqZ';

/** A mock server of Yahoo's quotes. */
export interface QuotingYahoo extends ListeningServer {
  /** The number of requests for quotes so far. */
  readonly calls: number;
}

/** A trade that a test makes: its price, and its instant in seconds since 1970. */
export interface Trade {
  readonly price: number;
  readonly second: number;
}

/** An entry of `/v7/finance/quote`: of a market that is open, with a trade 20 s ago at another price each minute. */
function quoteOf(symbol: string, trade: Trade | undefined) {
  const seconds = Math.floor(Date.now() / 1000);
  const price = trade?.price ?? 100 + (Math.floor(seconds / 60) % 10);
  return {
    language: 'en-US',
    region: 'US',
    quoteType: 'EQUITY',
    symbol,
    currency: 'USD',
    exchange: 'NMS',
    exchangeTimezoneName: 'America/New_York',
    marketState: 'REGULAR',
    regularMarketPrice: price,
    regularMarketTime: Math.max(seconds - 20, trade?.second ?? 0),
    regularMarketPreviousClose: 100,
    regularMarketOpen: 100.5,
    regularMarketDayHigh: Math.max(110.25, price),
    regularMarketDayLow: 99.75,
    regularMarketVolume: 31_200_000,
    exchangeDataDelayedBy: 0,
    quoteSourceName: 'Nasdaq Real Time Price',
  };
}

/**
 * Starts a mock server that has a quote of every symbol at any time: that of the tests generates a history for each
 * quote, which takes more processor time than all that is measured here, and its markets close.
 * @param trades the last trades of symbols whose price differs from that of all others
 */
export async function startQuotingYahoo(
  trades: ReadonlyMap<string, Trade> = new Map(),
): Promise<QuotingYahoo> {
  let calls = 0;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://mock-server');
    switch (pathname) {
      case '/quote/AAPL':
        response
          .writeHead(200, { 'set-cookie': `${cookie}; Domain=.yahoo.com; Path=/` })
          .end('<html></html>');
        return;
      case '/v1/test/getcrumb':
        response.writeHead(200).end(crumb);
        return;
      case '/v7/finance/quote': {
        calls += 1;
        const symbols = (searchParams.get('symbols') ?? '').split(',');
        const result = symbols.map((symbol) => quoteOf(symbol, trades.get(symbol)));
        response.writeHead(200, { 'content-type': 'application/json;charset=utf-8' });
        response.end(JSON.stringify({ quoteResponse: { result, error: null } }));
        return;
      }
      default:
        response.writeHead(404).end();
    }
  });
  return {
    ...(await listen(server)),
    get calls() {
      return calls;
    },
  };
}
