import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Changes the text of a response, as a later build of the program would. */
type Rewrite = (text: string) => string;

/**
 * A proxy between a browser and the server, with an origin of its own: service workers' requests, which the routes of a
 * page do not see, can be refused, left unanswered or rewritten.
 */
export class FrontProxy {
  /** `forward`, `refuse` as without a network, or `hang` without an answer. */
  mode: 'forward' | 'refuse' | 'hang' = 'forward';
  /** By path. */
  readonly rewrites = new Map<string, Rewrite>();
  /** The paths that were requested, in order. */
  readonly paths: string[] = [];
  readonly #server: Server;
  readonly #target: URL;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((incoming, outgoing) => this.#answer(incoming, outgoing));
  }

  static async start(target: string): Promise<FrontProxy> {
    const proxy = new FrontProxy(new URL(target));
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get origin(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { pathname } = new URL(incoming.url ?? '/', this.#target);
    if (this.mode === 'refuse') {
      incoming.socket.destroy();
      return;
    }
    if (this.mode === 'hang') return;
    this.paths.push(pathname);
    const rewrite = this.rewrites.get(pathname);
    const headers = { ...incoming.headers, host: this.#target.host };
    if (rewrite) {
      headers['accept-encoding'] = 'identity';
      // Otherwise an unchanged file would be answered without its text.
      delete headers['if-none-match'];
      delete headers['if-modified-since'];
    }
    const { hostname, port } = this.#target;
    const forwarded = request(
      { hostname, port, method: incoming.method, path: incoming.url, headers },
      async (response) => {
        if (!rewrite) {
          outgoing.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(outgoing);
          return;
        }
        const source = await text(response);
        const { 'content-length': _, etag: __, ...rest } = response.headers;
        outgoing.writeHead(response.statusCode ?? 502, rest);
        outgoing.end(rewrite(source));
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }
}
