import { expect, it } from 'vitest';
import { isMarketOpen } from './watch-list.ts';

it.each([
  ['Monday at nine', new Date(2026, 10, 16, 9, 0), true],
  ['Monday before nine', new Date(2026, 10, 16, 8, 59), false],
  ['Friday just before four', new Date(2026, 10, 20, 15, 59), true],
  ['Friday at four', new Date(2026, 10, 20, 16, 0), false],
  ['Saturday noon', new Date(2026, 10, 21, 12, 0), false],
  ['Sunday noon', new Date(2026, 10, 22, 12, 0), false],
])('checks the opening hours on %s', (_name, now, isOpen) => {
  expect(isMarketOpen(now)).toBe(isOpen);
});
