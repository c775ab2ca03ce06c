import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inPortions } from './portions.ts';

it('does all rows in order, with a rest between two portions', async () => {
  const portions: [from: number, to: number][] = [];
  const start = performance.now();
  await inPortions(5, 2, async (from, to) => {
    portions.push([from, to]);
    await delay(15);
  });
  expect(portions).toEqual([
    [0, 2],
    [2, 4],
    [4, 5],
  ]);
  // Three portions and two rests; timers are a millisecond early at times.
  expect(performance.now() - start).toBeGreaterThanOrEqual(70);
});

it('rests after a slow portion for 20 ms at most', async () => {
  const start = performance.now();
  await inPortions(2, 1, () => delay(200));
  expect(performance.now() - start).toBeLessThan(590);
});

it('does nothing without rows', async () => {
  await inPortions(0, 2, () => Promise.reject(new Error('called')));
});
