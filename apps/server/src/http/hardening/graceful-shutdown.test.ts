import { setImmediate as turn } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { rejectWhileShuttingDown } from './graceful-shutdown.ts';

/** Takes the event loop for itself, as hashing passwords or sending histories does. */
function keepBusy(turnMs: number): () => void {
  const timer = setInterval(() => {
    for (const start = performance.now(); performance.now() - start < turnMs; );
  });
  return () => clearInterval(timer);
}

it('lets in and answers everybody who is connecting when it is told to close', async () => {
  const app = fastify();
  rejectWhileShuttingDown(app);
  app.get('/', () => 'ok');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const stopBusy = keepBusy(50);
  const answers = Array.from({ length: 20 }, () => fetch(url).then(({ status }) => status));
  await turn();
  await turn();
  const closed = app.close();
  const ends = await Promise.allSettled(answers);
  stopBusy();
  await closed;
  expect(ends).toEqual(Array.from(ends, () => ({ status: 'fulfilled', value: expect.any(Number) })));
});

it('shuts the door though somebody always comes', async () => {
  const app = fastify();
  rejectWhileShuttingDown(app);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const closed = app.close();
  const statuses: number[] = [];
  for (;;) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => undefined,
    );
    if (status === undefined) break;
    statuses.push(status);
  }
  await closed;
  expect(statuses.length).toBeGreaterThan(1);
  expect(new Set(statuses)).toEqual(new Set([503]));
});
