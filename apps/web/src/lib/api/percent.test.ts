import { expect, it } from 'vitest';
import { taskPercent } from './run-task.ts';

it.each([
  ['PENDING', null, 10],
  ['PROGRESS', null, 50],
  ['PROGRESS', { current: 0, total: 0 }, 50],
  ['PROGRESS', { current: 1, total: 3 }, 33],
  ['PROGRESS', { current: 99, total: 100 }, 90],
  ['SUCCESS', null, 100],
  ['FAILURE', null, 0],
  ['Unknown', null, 0],
])('%s with %j is %d', (status, info, percent) => {
  expect(taskPercent({ status, info })).toBe(percent);
});

it('gives 0 before the first check', () => {
  expect(taskPercent(null)).toBe(0);
});
