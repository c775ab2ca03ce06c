import { expect, it } from 'vitest';
import { seededRandom } from './seeded-random.ts';

const first = (count: number, seed: number) => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random.next());
};

it('returns the same numbers for the same seed', () => {
  expect(first(3, 1)).toEqual(first(3, 1));
  expect(first(3, 1)).not.toEqual(first(3, 2));
});

it('returns numbers from 0 up to, not including, 1, uniformly', () => {
  const numbers = first(10_000, 20261121);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  expect(numbers.reduce((sum, number) => sum + number) / numbers.length).toBeCloseTo(0.5, 1);
});

it('picks every choice', () => {
  const random = seededRandom(7);
  const picked = new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c'])));
  expect(picked).toEqual(new Set(['a', 'b', 'c']));
});
