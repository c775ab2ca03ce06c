import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Metrics } from './metrics.ts';

/**
 * Serves the metrics at `/metrics`, on a separate port that must not be public.
 * @returns a function that stops the server
 */
export async function serveMetrics(
  { registry }: Metrics,
  { port, host }: { port: number; host: string },
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}
