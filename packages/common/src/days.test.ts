import { expect, it } from 'vitest';
import { dateOfDay, dayNumber } from './days.ts';

it.each(['1969-12-31', '1970-01-01', '2024-02-29'])('converts %s to a day number and back', (date) => {
  expect(dateOfDay(dayNumber(date))).toBe(date);
});
