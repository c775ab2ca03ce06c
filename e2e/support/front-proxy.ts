import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Changes the text of a response, as a later build of the program would. */
type Rewrite = (text: string) => string | Promise<string>;

/** Content types of the files of a build, by extension. */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
};

/**
 * A proxy between a browser and the server, with an origin of its own: service workers' requests, which the routes of a
 * page do not see, can be refused, left unanswered or rewritten.
 */
export class FrontProxy {
  /** `forward`, `refuse` as without a network, or `hang` without an answer. */
  mode: 'forward' | 'refuse' | 'hang' = 'forward';
  /** By path. */
  readonly rewrites = new Map<string, Rewrite>();
  /** A folder with another build of the web client, in place of the server's own. */
  build: string | null = null;
  /** Whether the connection breaks in the middle of a file of `build`. */
  isCut: (request: IncomingMessage) => boolean = () => false;
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

  async #sendFile(path: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const content = await readFile(path).catch(() => null);
    if (!content) {
      outgoing.writeHead(404).end();
      return;
    }
    const isHashed = path.includes('/assets/');
    outgoing.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-length': content.length,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    if (!this.isCut(incoming)) {
      outgoing.end(content);
      return;
    }
    outgoing.write(content.subarray(0, Math.floor(content.length / 2)), () => outgoing.destroy());
  }

  #answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { pathname } = new URL(incoming.url ?? '/', this.#target);
    if (this.mode === 'refuse') {
      incoming.socket.destroy();
      return;
    }
    if (this.mode === 'hang') return;
    this.paths.push(pathname);
    if (this.build !== null && (pathname.startsWith('/assets/') || pathname === '/sw.js')) {
      void this.#sendFile(join(this.build, pathname), incoming, outgoing);
      return;
    }
    // The worker passes navigations on with another destination.
    const isPage = incoming.headers.accept?.includes('text/html') === true || pathname === '/index.html';
    const { build } = this;
    const rewrite: Rewrite | undefined =
      isPage && build !== null
        ? () => readFile(join(build, 'index.html'), 'utf8')
        : this.rewrites.get(pathname);
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
        outgoing.end(await rewrite(source));
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }
}
