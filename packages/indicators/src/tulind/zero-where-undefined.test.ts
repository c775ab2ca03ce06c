import { expect, it } from 'vitest';
import { nonFiniteToZero } from './zero-where-undefined.ts';

it('puts 0 for what a division by zero leaves', () => {
  expect(
    nonFiniteToZero([
      [1, Number.NaN, -2],
      [Infinity, 0, -Infinity],
    ]),
  ).toEqual([
    [1, 0, -2],
    [0, 0, 0],
  ]);
});
