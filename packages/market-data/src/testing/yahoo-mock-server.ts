import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Split } from '../provider/provider.ts';
import { type Restatement, UNCHANGED } from './chart-rows.ts';
import { type Fault, isRowMisbehaviour, type MisbehaviourScope } from './fault.ts';
import { sendFault } from './send-fault.ts';
import { type Answer, answer, type StandInRequest } from './yahoo-response.ts';

export type { StandInRequest };

/** A server that speaks Yahoo's JSON and misbehaves when told to. */
export interface YahooStandIn {
  /** What `YAHOO_URL` is to be. */
  readonly url: string;
  /** Every request so far, the oldest first. */
  readonly requests: readonly StandInRequest[];
  /** Answers badly from now on; of several that fit a request the last one told counts. */
  behave(misbehaviour: Fault, scope?: MisbehaviourScope): void;
  /** Answers well again. Splits and restatements stay. */
  behaveWell(): void;
  /** From now on the symbol's earlier prices are adjusted for `split`, and answers about its day name it. */
  split(symbol: string, split: Split): void;
  /** From now on all prices of the symbol are `factor` times what they were, and no split says why. */
  restate(symbol: string, factor: number): void;
  close(): Promise<void>;
}

interface Rule {
  readonly misbehaviour: Fault;
  readonly scope: MisbehaviourScope;
  left: number;
}

/**
 * Starts a stand-in for Yahoo Finance on 127.0.0.1, on `port` or a free one. It knows the catalogue, with generated
 * prices that differ from the simulated provider's, and `LOAD1` to `LOAD9999` for load tests.
 */
export async function startYahooStandIn(
  options: { port?: number; clock?: () => Date } = {},
): Promise<YahooStandIn> {
  const { port = 0, clock = () => new Date() } = options;
  const requests: StandInRequest[] = [];
  const restatements = new Map<string, Restatement>();
  let rules: Rule[] = [];
  let closing: Promise<void> | null = null;

  const server = createServer((request, response) => {
    const received = readRequest(request);
    requests.push(received);
    const rule = takeRule(received);
    const body = answer(
      received,
      rule?.misbehaviour,
      clock(),
      restatements.get(received.subject) ?? UNCHANGED,
    );
    if (rule === undefined || isRowMisbehaviour(rule.misbehaviour)) send(response, body);
    else sendFault(response, rule.misbehaviour, body.text, rule.scope.retryAfter);
  });

  function takeRule(request: StandInRequest): Rule | undefined {
    const rule = rules.findLast(
      ({ scope, left }) =>
        left > 0 &&
        (scope.symbol ?? request.subject) === request.subject &&
        (scope.endpoint ?? request.endpoint) === request.endpoint,
    );
    if (rule !== undefined) rule.left -= 1;
    return rule;
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    behave(misbehaviour, scope = {}) {
      rules.push({ misbehaviour, scope, left: scope.times ?? Number.POSITIVE_INFINITY });
    },
    behaveWell() {
      rules = [];
    },
    split(symbol, split) {
      const { splits, factor } = restatements.get(symbol) ?? UNCHANGED;
      restatements.set(symbol, { splits: [...splits, split], factor });
    },
    restate(symbol, factor) {
      const earlier = restatements.get(symbol) ?? UNCHANGED;
      restatements.set(symbol, { splits: earlier.splits, factor: earlier.factor * factor });
    },
    close() {
      closing ??= new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      });
      return closing;
    },
  };
}

function send(response: ServerResponse, { status, text }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' }).end(text);
}

function readRequest(request: IncomingMessage): StandInRequest {
  const url = request.url ?? '/';
  const { pathname, searchParams } = new URL(url, 'http://stand-in');
  const userAgent = request.headers['user-agent'];
  const [, symbol] = /^\/v8\/finance\/chart\/([^/]+)$/.exec(pathname) ?? [];
  if (symbol !== undefined) return { endpoint: 'chart', subject: decodeURIComponent(symbol), url, userAgent };
  const isSearch = pathname === '/v1/finance/search';
  return { endpoint: isSearch ? 'search' : 'unknown', subject: searchParams.get('q') ?? '', url, userAgent };
}
