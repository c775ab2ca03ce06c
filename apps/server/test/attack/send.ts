import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Call {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** From the request to the last byte of the response. */
  readonly ms: number;
}

/** Below the server's limit for an address, 100. Agents keep the connections of each local address apart. */
const agent = new Agent({ keepAlive: true, maxSockets: 90 });

/** Far beyond every bound. */
const timeoutMs = 30_000;

/**
 * Sends a request from a loopback address, so that each client has an address of its own.
 * @throws if the connection breaks, or if the response takes too long
 */
export function send(url: string, localAddress: string, call: Call, signal?: AbortSignal): Promise<Answer> {
  const { method, path, headers, body } = call;
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url}${path}`,
      {
        method,
        agent,
        localAddress,
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
            ms: performance.now() - start,
          }),
        );
      },
    );
    outgoing.on('error', reject);
    for (const [name, value] of Object.entries(headers ?? {})) outgoing.setHeader(name, value);
    if (body !== undefined) outgoing.setHeader('content-type', 'application/json');
    outgoing.end(body);
  });
}
