import { expect, it } from 'vitest';
import { maxConcurrency } from './run-worker.ts';

it.each([
  [4, 10, 4],
  [4, 9, 3],
  [4, 4, 1],
  [1, 1000, 1],
  [100, 20, 9],
])('limits %i jobs with %i connections to %i at a time', (requested, connections, expected) => {
  expect(maxConcurrency(requested, connections)).toBe(expected);
});
