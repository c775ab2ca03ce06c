import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { rejectWhileShuttingDown } from './graceful-shutdown.ts';

/** More than the server accepts within its fixed time, if each request takes as long as below. */
const requestCount = 80;

function blockLoop(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

it('answers requests that waited in the backlog of a slow server', async () => {
  const app = fastify({ return503OnClosing: false });
  app.addHook('onRequest', async () => blockLoop(15));
  rejectWhileShuttingDown(app);
  app.get('/', async () => 'answered');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const ends = Array.from(
    { length: requestCount },
    () =>
      new Promise<number | string>((resolve) => {
        const begun = request({ port, host: '127.0.0.1', agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        begun.on('error', (error) => resolve(error.message)).end();
      }),
  );
  // The kernel has connected them all; the server has accepted none.
  await app.close();
  expect((await Promise.all(ends)).filter((status) => status !== 200 && status !== 503)).toEqual([]);
});
