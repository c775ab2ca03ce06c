import { setImmediate as nextTick } from 'node:timers/promises';
import { pollUntil } from '@stockbook/testing';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { rejectWhileShuttingDown } from './graceful-shutdown.ts';

/** Blocks the event loop, as hashing passwords or sending histories does. */
function keepBusy(tickMs: number): () => void {
  const timer = setInterval(() => {
    for (const start = performance.now(); performance.now() - start < tickMs; );
  });
  return () => clearInterval(timer);
}

it('answers connections that are in the kernel backlog when it closes', async () => {
  const app = fastify();
  rejectWhileShuttingDown(app);
  app.get('/', () => 'ok');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const stopBusy = keepBusy(50);
  const statuses = Array.from({ length: 20 }, () => fetch(url).then(({ status }) => status));
  await nextTick();
  await nextTick();
  const closed = app.close();
  const results = await Promise.allSettled(statuses);
  stopBusy();
  await closed;
  expect(results).toEqual(Array.from(results, () => ({ status: 'fulfilled', value: expect.any(Number) })));
});

it('closes after 3 s even if new connections keep arriving', async () => {
  const app = fastify();
  rejectWhileShuttingDown(app);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const closed = app.close();
  const statuses: number[] = [];
  const isRefused = () =>
    fetch(url).then(
      ({ status }) => {
        statuses.push(status);
        return false;
      },
      () => true,
    );
  await pollUntil('a refused connection', isRefused, { intervalMs: 0 });
  await closed;
  expect(statuses.length).toBeGreaterThan(1);
  expect(new Set(statuses)).toEqual(new Set([503]));
});
