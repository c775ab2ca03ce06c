import { expect, it } from 'vitest';
import { utcTime } from './utc-time.ts';

it.each([
  ['2026-11-21T14:05:00Z', '14:05 UTC'],
  ['2026-11-21T14:04:01Z', '14:05 UTC'],
  ['2026-11-21T23:59:30Z', '2026-11-22 00:00 UTC'],
  ['2026-11-22T08:00:00Z', '2026-11-22 08:00 UTC'],
])('formats %s as %s', (instant, text) => {
  expect(utcTime(new Date(instant), new Date('2026-11-21T12:00:00Z'))).toBe(text);
});
