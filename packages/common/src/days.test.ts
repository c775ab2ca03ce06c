import { expect, it } from 'vitest';
import { dateOfDay, dayNumber, formatDay } from './days.ts';

it.each(['1969-12-31', '1970-01-01', '2024-02-29'])('converts %s to a day number and back', (date) => {
  expect(dateOfDay(dayNumber(date))).toBe(date);
});

it('names a day as sentences do', () => {
  expect(formatDay('2024-03-03')).toBe('Mar 3, 2024');
});
