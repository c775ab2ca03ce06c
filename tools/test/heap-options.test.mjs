import { expect, it } from 'vitest';
import { heapOptions } from '../lib/heap-options.mjs';

const GiB = 2 ** 30;

it.each([
  [0.75, '--max-old-space-size=384'],
  [1, '--max-old-space-size=512'],
  [64, '--max-old-space-size=1024'],
])('limits the heap to half of the memory, and to 1 GiB: %d GiB', (memory, option) => {
  expect(heapOptions({}, memory * GiB)).toEqual([option, '--max-semi-space-size=8']);
});

it('limits the heap on this machine', () => {
  expect(heapOptions({})[0]).toMatch(/^--max-old-space-size=[1-9]\d+$/);
});

it.each([
  ['--max-old-space-size=300', ['--max-semi-space-size=8']],
  ['--max-semi-space-size=16', ['--max-old-space-size=1024']],
])('leaves %s in NODE_OPTIONS alone', (option, others) => {
  expect(heapOptions({ NODE_OPTIONS: option }, 64 * GiB)).toEqual(others);
});
