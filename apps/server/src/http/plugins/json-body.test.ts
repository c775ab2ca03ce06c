import { setImmediate as nextIteration } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { acceptJsonBodies } from './json-body.ts';

it('lets other requests come between large bodies that arrive together', async () => {
  const app = fastify();
  acceptJsonBodies(app);
  const order: string[] = [];
  app.post('/', () => {
    order.push('body');
    return {};
  });
  const payload = { text: 'A '.repeat(100_000) };
  const responses = Promise.all(
    Array.from({ length: 4 }, () => app.inject({ method: 'POST', url: '/', payload })),
  );
  while (order.filter((name) => name === 'body').length < 4) {
    await nextIteration();
    order.push('other');
  }
  expect((await responses).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(order.join(' ')).not.toContain('body body');
});
