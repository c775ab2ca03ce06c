import { expect, it } from 'vitest';
import { listCalls } from '../attack/calls.ts';

// The attack itself runs for an hour, and only in `npm run test:attack`.
it('finds the largest inputs of each published call', () => {
  const withoutShapes = listCalls().filter(({ shapes }) => shapes.length === 0);
  expect(withoutShapes.map(({ operation }) => operation)).toEqual([]);
});
