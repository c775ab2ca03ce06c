import { expect, it } from 'vitest';
import { heapOptions } from '../lib/heap-options.mjs';

const GiB = 2 ** 30;

it.each([
  [0.75, '--max-old-space-size=384'],
  [1, '--max-old-space-size=512'],
  [64, '--max-old-space-size=1024'],
])('limits the heap to half of the memory, and to 1 GiB: %d GiB', (memory, option) => {
  expect(heapOptions({}, memory * GiB)).toEqual([option]);
});

it('limits the heap on this machine', () => {
  expect(heapOptions({})).toEqual([expect.stringMatching(/^--max-old-space-size=[1-9]\d+$/)]);
});

it('leaves the limit to NODE_OPTIONS if it has one', () => {
  expect(heapOptions({ NODE_OPTIONS: '--max-old-space-size=300' })).toEqual([]);
});
