import { expect, it } from 'vitest';
import { isPriceOverdue } from './own-prices.ts';

it.each([
  ['monthly', '2026-08-31', '2026-10-31'],
  ['monthly', '2026-12-31', '2027-02-28'],
  ['quarterly', '2026-05-03', '2026-11-03'],
  ['yearly', '2024-02-29', '2026-02-28'],
] as const)(
  'finds a price of %s reminders overdue when twice the interval has passed: %s',
  (remind, last, due) => {
    const dayAfter = new Date(Date.parse(due) + 86_400_000).toISOString().slice(0, 10);
    expect(isPriceOverdue(remind, last, due)).toBe(false);
    expect(isPriceOverdue(remind, last, dayAfter)).toBe(true);
  },
);

it('finds no price without reminders overdue', () => {
  expect(isPriceOverdue('never', '1990-01-01', '2026-01-01')).toBe(false);
});
