import { createClient } from './generated/client/index.ts';
import { type ApiError, Stockbook } from './generated/index.ts';

export interface StockbookOptions {
  /** The address of the server, for example `http://localhost:3000`. */
  readonly url: string;
  /** A personal access token, or an access token. Without one, only public operations succeed. */
  readonly token?: string;
  /** Sends the requests; `globalThis.fetch` by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A response other than 2xx. `message` is the server's sentence for the user. */
export class StockbookError extends Error {
  override readonly name = 'StockbookError';
  readonly status: number;
  /** The code for programs; null if a proxy answered in place of the server. */
  readonly code: ApiError['code'] | null;
  /** For a status of 400, the invalid fields. */
  readonly details: ApiError['details'];
  /** How long to wait before the next request, if the server says so. */
  readonly retryAfterS: number | null;

  constructor({ status, headers }: Response, body: unknown) {
    const apiError = isApiError(body) ? body : null;
    super(apiError?.error ?? `The server answered with status ${status}`);
    this.status = status;
    this.code = apiError?.code ?? null;
    this.details = apiError?.details;
    this.retryAfterS = Number(headers.get('retry-after')) || null;
  }
}

function isApiError(body: unknown): body is ApiError {
  return typeof body === 'object' && body !== null && 'error' in body && 'code' in body;
}

/**
 * The REST API of a server: a method for each operation, named by its `operationId`. Methods throw a `StockbookError`
 * if the server refuses the request.
 */
export function createStockbook({ url, token, fetch }: StockbookOptions): Stockbook {
  const client = createClient({
    baseUrl: `${url.replace(/\/$/, '')}/api`,
    throwOnError: true,
    ...(token === undefined ? {} : { auth: token }),
    // The generated client calls `fetch` with a `Request`.
    ...(fetch === undefined ? {} : { fetch: (request) => fetch(new Request(request)) }),
  });
  client.interceptors.error.use((error, response) =>
    response === undefined || error instanceof Error ? error : new StockbookError(response, error),
  );
  return new Stockbook({ client });
}
