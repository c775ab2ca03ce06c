import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../listen.ts';

/** Faults of a service with a key; the service's own texts are in `KeyedService`. */
export type KeyedFault =
  /** 401, whatever the token. */
  | 'unauthorized'
  /** 403: the plan does not include the data. */
  | 'forbidden'
  /** 402: the requests of the day are used up. */
  | 'payment-required'
  /** 429, with `retry-after` if the fault has `retryAfter`. */
  | 'rate-limited'
  /** Status 200 with a sentence about the limit. */
  | 'limit-text'
  | 'not-found'
  | 'server-error'
  /** An HTML page with status 200. */
  | 'html'
  /** JSON of another shape. */
  | 'other-json'
  /** Rows whose prices are null. */
  | 'null-prices'
  /** Closes the connection after half the body. */
  | 'cut-in-half'
  /** Never responds. */
  | 'hang'
  /** Never sends the second half of the body. */
  | 'stall'
  /** Closes the connection without a response. */
  | 'hang-up';

export interface KeyedRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
}

/** The answers of a service to requests with a valid token. */
export interface KeyedService {
  isAuthorized(request: KeyedRequest): boolean;
  /** The JSON of a response with status 200; null with status 404. */
  respond(request: KeyedRequest, now: Date): unknown;
  /** Bodies of error responses. */
  readonly errors: Readonly<Record<401 | 402 | 403 | 404 | 429 | 'limit-text', string>>;
}

export interface KeyedMockServer {
  readonly url: string;
  /** All requests so far, the oldest first. */
  readonly requests: readonly KeyedRequest[];
  /** Applies `fault` to all requests until `behaveWell`. */
  behave(fault: KeyedFault, options?: { retryAfter?: string }): void;
  behaveWell(): void;
  close(): Promise<void>;
}

export async function startKeyedMockServer(
  service: KeyedService,
  clock: () => Date = () => new Date(),
): Promise<KeyedMockServer> {
  const requests: KeyedRequest[] = [];
  let fault: KeyedFault | null = null;
  let retryAfter: string | undefined;

  function answer(request: KeyedRequest, response: ServerResponse): void {
    const json = service.isAuthorized(request) ? service.respond(request, clock()) : null;
    const status = service.isAuthorized(request) ? statusOf(fault, json) : 401;
    if (status === 429 && retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    if (fault === 'hang-up') response.destroy();
    else if (fault === 'stall') sendHalf(response, JSON.stringify(json));
    else if (fault === 'cut-in-half') sendHalf(response, JSON.stringify(json), () => response.destroy());
    else if (status === 502) send(response, status, '<h1>Bad Gateway</h1>');
    else if (status !== 200) send(response, status, service.errors[status]);
    else if (fault !== 'hang') send(response, status, bodyOf(json));
  }

  function bodyOf(json: unknown): string {
    if (fault === 'limit-text') return service.errors['limit-text'];
    if (fault === 'html') return '<!doctype html><title>Maintenance</title>';
    if (fault === 'other-json') return '{"status":"ok"}';
    const body = JSON.stringify(json);
    return fault === 'null-prices' ? body.replace(/"(open|high|low|close)":[\d.]+/g, '"$1":null') : body;
  }

  const server = createServer((incoming, response) => {
    const url = incoming.url ?? '/';
    const { pathname: path, searchParams: query } = new URL(url, 'http://mock-server');
    const request = { path, query, url, headers: incoming.headers };
    requests.push(request);
    answer(request, response);
  });
  const listening = await listen(server);

  return {
    ...listening,
    requests,
    behave(nextFault, options = {}) {
      fault = nextFault;
      retryAfter = options.retryAfter;
    },
    behaveWell() {
      fault = null;
    },
  };
}

const statuses = {
  unauthorized: 401,
  'payment-required': 402,
  forbidden: 403,
  'not-found': 404,
  'rate-limited': 429,
  'server-error': 502,
} as const;

function statusOf(fault: KeyedFault | null, json: unknown) {
  const isStatus = (name: KeyedFault | null): name is keyof typeof statuses =>
    name !== null && name in statuses;
  if (isStatus(fault)) return statuses[fault];
  return json === null ? 404 : 200;
}

function sendHalf(response: ServerResponse, body: string, onSent = () => {}): void {
  response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), onSent);
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
