import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Dividend, Split } from '../provider/provider.ts';
import { type Restatement, unchanged } from './chart-rows.ts';
import { type Fault, type FaultScope, isRowFault } from './fault.ts';
import { listen } from './listen.ts';
import { createQuoteMock, type QuoteMock } from './quote-responses.ts';
import { sendFault } from './send-fault.ts';
import { type MockRequest, type MockResponse, yahooResponse } from './yahoo-response.ts';

/** How long requests are refused once the limit is exceeded; `retry-after` counts whole seconds. */
const refusalMs = 1_000;

/** A mock server of Yahoo's JSON endpoints with injectable faults. */
export interface YahooMockServer {
  /** The value for `YAHOO_URL`. */
  readonly url: string;
  /** All requests so far, the oldest first. */
  readonly requests: readonly MockRequest[];
  /** Applies `fault` to the requests of `scope`; of several faults for a request, the last one applies. */
  behave(fault: Fault, scope?: FaultScope): void;
  /**
   * Answers 429 to the requests beyond `maximum` for a second, then counts from 0: a limit per
   * minute at a program that always uses it up, without the rest of the minute.
   */
  limitRate(maximum: number): void;
  /** The number of requests that the rate limit refused. */
  readonly refusedRequests: number;
  /** Removes all faults; keeps splits and restatements. */
  behaveWell(): void;
  /** Adjusts the symbol's earlier prices for `split`; charts of its day include the event. */
  split(symbol: string, split: Split): void;
  /** Adds a dividend to the charts of its day; prices stay. */
  dividend(symbol: string, dividend: Omit<Dividend, 'currency'>): void;
  /** Removes the row of a day, until `show`. */
  hide(symbol: string, date: string): void;
  show(symbol: string, date: string): void;
  /** Replaces the row of a day by four equal prices without volume, as Yahoo sends for some holidays. */
  flatten(symbol: string, date: string): void;
  /** Multiplies all prices of the symbol by `factor`, without a split event. */
  restate(symbol: string, factor: number): void;
  /** Cookies, crumb and quotes. */
  readonly quotes: QuoteMock;
  close(): Promise<void>;
}

interface Rule {
  readonly fault: Fault;
  readonly scope: FaultScope;
  remaining: number;
}

/**
 * Starts a mock server of Yahoo Finance on 127.0.0.1, on `port` or a free one. It has the instruments of the catalogue,
 * with other generated prices than the simulated provider's, the future `GC=F`, and `LOAD0` to `LOAD9999` for load
 * tests.
 */
export async function startYahooMockServer(
  options: { port?: number; clock?: () => Date } = {},
): Promise<YahooMockServer> {
  const { port = 0, clock = () => new Date() } = options;
  const requests: MockRequest[] = [];
  const restatements = new Map<string, Restatement>();
  let rules: Rule[] = [];
  let rateLimit = unusedLimit(Number.POSITIVE_INFINITY);

  let refusedRequests = 0;
  const quotes = createQuoteMock(clock);

  const server = createServer((request, response) => {
    const received = readRequest(request);
    requests.push(received);
    if (exceedsLimit()) {
      refusedRequests += 1;
      sendFault(response, 'rate-limited', '', String(refusalMs / 1000));
      return;
    }
    const rule = takeRule(received);
    if (rule === undefined && quotes.answer(request, response)) return;
    const body = yahooResponse(
      received,
      rule?.fault,
      clock(),
      restatements.get(received.subject) ?? unchanged,
    );
    if (rule === undefined || isRowFault(rule.fault)) send(response, body);
    else sendFault(response, rule.fault, body.text, rule.scope.retryAfter);
  });

  function exceedsLimit(): boolean {
    const nowMs = performance.now();
    if (nowMs >= rateLimit.refusesUntilMs) rateLimit = unusedLimit(rateLimit.maximum);
    rateLimit.count += 1;
    if (rateLimit.count <= rateLimit.maximum) return false;
    rateLimit.refusesUntilMs = Math.min(rateLimit.refusesUntilMs, nowMs + refusalMs);
    return true;
  }

  function takeRule(request: MockRequest): Rule | undefined {
    const rule = rules.findLast(
      ({ scope, remaining }) =>
        remaining > 0 &&
        (scope.symbol ?? request.subject) === request.subject &&
        (scope.endpoint ?? request.endpoint) === request.endpoint,
    );
    if (rule !== undefined) rule.remaining -= 1;
    return rule;
  }

  function restate(symbol: string, change: (earlier: Restatement) => Partial<Restatement>): void {
    const earlier = restatements.get(symbol) ?? unchanged;
    restatements.set(symbol, { ...earlier, ...change(earlier) });
  }

  const listening = await listen(server, port);

  return {
    ...listening,
    requests,
    quotes: quotes.mock,
    behave(fault, scope = {}) {
      rules.push({ fault, scope, remaining: scope.times ?? Number.POSITIVE_INFINITY });
    },
    limitRate(maximum) {
      rateLimit = unusedLimit(maximum);
    },
    get refusedRequests() {
      return refusedRequests;
    },
    behaveWell() {
      rules = [];
      quotes.mock.reset();
    },
    split(symbol, split) {
      restate(symbol, ({ splits }) => ({ splits: [...splits, split] }));
    },
    dividend(symbol, dividend) {
      restate(symbol, ({ dividends }) => ({ dividends: [...dividends, dividend] }));
    },
    hide(symbol, date) {
      restate(symbol, ({ hiddenDates }) => ({ hiddenDates: [...hiddenDates, date] }));
    },
    show(symbol, date) {
      restate(symbol, ({ hiddenDates }) => ({ hiddenDates: hiddenDates.filter((day) => day !== date) }));
    },
    flatten(symbol, date) {
      restate(symbol, ({ flatDates }) => ({ flatDates: [...flatDates, date] }));
    },
    restate(symbol, factor) {
      restate(symbol, (earlier) => ({ factor: earlier.factor * factor }));
    },
  };
}

function unusedLimit(maximum: number) {
  return { maximum, count: 0, refusesUntilMs: Number.POSITIVE_INFINITY };
}

function send(response: ServerResponse, { status, text }: MockResponse): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' }).end(text);
}

const endpoints: Readonly<Record<string, MockRequest['endpoint']>> = {
  '/v1/finance/search': 'search',
  '/v7/finance/quote': 'quote',
  '/v7/finance/spark': 'spark',
  '/v1/test/getcrumb': 'crumb',
  '/quote/AAPL': 'crumb',
};

function readRequest(request: IncomingMessage): MockRequest {
  const url = request.url ?? '/';
  const { pathname, searchParams } = new URL(url, 'http://mock-server');
  const userAgent = request.headers['user-agent'];
  const [, symbol] = /^\/v8\/finance\/chart\/([^/]+)$/.exec(pathname) ?? [];
  if (symbol !== undefined) return { endpoint: 'chart', subject: decodeURIComponent(symbol), url, userAgent };
  const subject = searchParams.get('q') ?? searchParams.get('symbols') ?? '';
  return { endpoint: endpoints[pathname] ?? 'unknown', subject, url, userAgent };
}
