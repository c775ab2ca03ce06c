import { expect, it } from 'vitest';
import { listCalls } from '../attack/calls.ts';

// The attack itself runs for half an hour, and only in `npm run test:operations`.
it('finds the largest inputs of each published call', () => {
  const withoutShapes = listCalls().filter(({ shapes }) => shapes.length === 0);
  expect(withoutShapes.map(({ operation }) => operation)).toEqual([]);
});
