import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const fixedNow = new Date('2026-11-21T12:00:00Z');

describe('parseRetryAfter', () => {
  it.each([
    ['120', '2026-11-21T12:02:00.000Z'],
    [' 1 ', '2026-11-21T12:00:01.000Z'],
    ['Sat, 21 Nov 2026 12:30:00 GMT', '2026-11-21T12:30:00.000Z'],
    ['999999999999', '2026-11-22T12:00:00.000Z'],
  ])('parses %j as %s', (header, instant) => {
    expect(parseRetryAfter(header, fixedNow)?.toISOString()).toBe(instant);
  });

  it.each([null, '', '0', '-5', 'soon', 'Sat, 21 Nov 2026 11:30:00 GMT'])('returns null for %j', (header) => {
    expect(parseRetryAfter(header, fixedNow)).toBeNull();
  });
});
