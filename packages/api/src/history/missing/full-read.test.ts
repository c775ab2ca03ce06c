import type { MissingBar } from '@stockbook/db';
import { describe, expect, it } from 'vitest';
import { isFullReadDue } from './full-read.ts';

const now = new Date('2026-11-21T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const missing = (date: string, since: string, reason: MissingBar['reason'] = 'absent') => [
  { date, reason, since },
];

describe('isFullReadDue', () => {
  it.each<[string, Date | null, MissingBar[], boolean]>([
    ['it was never read', null, [], true],
    ['the last reading is 29 days ago', hoursAgo(29 * 24), [], false],
    ['the last reading is 30 days ago', hoursAgo(30 * 24), [], true],
    ['an old bar is missing since this week', hoursAgo(24), missing('2026-01-05', '2026-11-15'), true],
    [
      'an old bar is invalid since this week',
      hoursAgo(24),
      missing('2026-01-05', '2026-11-15', 'invalid'),
      true,
    ],
    ['it was read today already', hoursAgo(19), missing('2026-01-05', '2026-11-15'), false],
    ['the bar is missing for more than a week', hoursAgo(24), missing('2026-01-05', '2026-11-13'), false],
    ['the missing bar is in the overlap', hoursAgo(24), missing('2026-10-20', '2026-11-20'), false],
    ['the day was a holiday', hoursAgo(24), missing('2026-01-05', '2026-11-20', 'holiday'), false],
  ])('decides when %s', (_, fullyReadAt, missingBars, expected) => {
    expect(isFullReadDue({ fullyReadAt, missingBars }, '2026-10-16', now)).toBe(expected);
  });
});
