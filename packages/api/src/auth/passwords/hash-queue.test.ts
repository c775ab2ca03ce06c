import { expect, it } from 'vitest';
import { createHashQueue, type HashTurn } from './hash-queue.ts';

const turn = (block: string, isKnown = false): HashTurn => ({ block, isKnown });

/** A queue whose two places are taken until `release` is called. */
function busyQueue() {
  const enqueue = createHashQueue();
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const order: string[] = [];
  const places = [enqueue(() => promise, turn('first')), enqueue(() => promise, turn('second'))];
  const wait = (name: string, of: HashTurn) =>
    enqueue(async () => {
      order.push(name);
    }, of);
  return { wait, order, release, places };
}

it('serves known devices first, then two of each address block, then the others', async () => {
  const { wait, order, release } = busyQueue();
  const waiting = [
    ...['a1', 'a2', 'a3', 'a4'].map((name) => wait(name, turn('a'))),
    ...['b1', 'b2', 'b3'].map((name) => wait(name, turn('b'))),
    wait('owner', turn('a', true)),
  ];
  release();
  await Promise.all(waiting);
  expect(order).toEqual(['owner', 'a1', 'a2', 'b1', 'b2', 'a3', 'a4', 'b3']);
});

it('refuses the last of a flood when 100 requests wait, and still admits a known device', async () => {
  const { wait, order, release } = busyQueue();
  const flood = Array.from({ length: 100 }, (_, index) => wait(`guess ${index}`, turn('a')));
  const refused = expect(flood.at(-1)).rejects.toThrow(
    'Too many people are signing in: try again in a moment',
  );
  const owner = wait('owner', turn('b', true));
  await refused;
  await expect(wait('late guess', turn('a'))).rejects.toThrow('Too many people are signing in');
  release();
  await Promise.all([owner, ...flood.slice(0, -1)]);
  expect(order[0]).toBe('owner');
  expect(order).toHaveLength(100);
});

it('goes on after a failure', async () => {
  const enqueue = createHashQueue();
  const fail = () => enqueue(() => Promise.reject(new Error('no memory')), turn('a'));
  const results = await Promise.allSettled([fail(), fail(), fail(), fail()]);
  expect(results.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(await enqueue(async () => 'done', turn('a'))).toBe('done');
});
