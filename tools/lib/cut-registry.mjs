import { once } from 'node:events';
import { createServer } from 'node:http';

const upstream = new URL(process.env.npm_config_registry ?? 'https://registry.npmjs.org/');

/**
 * Passes requests on to the npm registry until it has passed a number of bytes, then closes all connections and accepts
 * no others, as if the network were gone.
 *
 * @param {number} maxBytes
 */
export async function startCutRegistry(maxBytes) {
  let passed = 0;
  const gone = new AbortController();
  const server = createServer(async ({ url = '/', headers }, response) => {
    try {
      const { accept = '*/*' } = headers;
      const answer = await fetch(new URL(url, upstream), { headers: { accept }, signal: gone.signal });
      const type = answer.headers.get('content-type') ?? 'application/octet-stream';
      response.writeHead(answer.status, { 'content-type': type });
      for await (const chunk of answer.body ?? []) {
        passed += chunk.length;
        if (passed > maxBytes) return cut();
        response.write(chunk);
      }
      response.end();
    } catch {
      response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  function cut() {
    gone.abort();
    server.close();
    server.closeAllConnections();
  }

  return { url: `http://127.0.0.1:${port}/`, isCut: () => gone.signal.aborted, cut };
}
