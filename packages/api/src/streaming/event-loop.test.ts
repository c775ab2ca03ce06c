import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { nextTurn } from './event-loop.ts';

it('lets other work come between any two pieces, of whichever outputs', async () => {
  const order: string[] = [];
  const write = async (name: string) => {
    for (let piece = 0; piece < 2; piece += 1) {
      await nextTurn();
      order.push(name);
    }
  };
  const written = Promise.all([write('a'), write('b')]);
  while (order.filter((name) => name !== 'other').length < 4) {
    await nextIteration();
    order.push('other');
  }
  await written;
  const pieces = order
    .join(' ')
    .split('other')
    .map((part) => part.trim());
  expect(pieces.every((part) => ['', 'a', 'b'].includes(part))).toBe(true);
});
