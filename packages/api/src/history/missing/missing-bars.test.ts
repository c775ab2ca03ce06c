import { describe, expect, it } from 'vitest';
import { type DownloadedDays, findHolidayBars, findMissingBars } from './missing-bars.ts';
import type { TradingDays } from './trading-days.ts';

const today = '2026-11-21';
const noDays: TradingDays = { expected: [], isHoliday: () => false };

const days: DownloadedDays = {
  from: '2026-11-02',
  dates: ['2026-11-02', '2026-11-04', '2026-11-06'],
  rejectedDates: [],
  holidayDates: [],
  firstDate: '2020-01-02',
  pendingCloseDate: null,
};

describe('findMissingBars', () => {
  it('finds rejected days, days on which the exchange traded and a close that never came', () => {
    const changes = {
      rejectedDates: ['2026-11-03', '2026-11-04', 'not a date'],
      pendingCloseDate: '2026-11-05',
      holidayDates: ['2026-11-01', '2026-11-03'],
    };
    const tradingDays = { ...noDays, expected: ['2026-10-30', '2026-11-04', '2026-11-05', '2026-11-09'] };
    expect(findMissingBars([], { ...days, ...changes }, tradingDays, today)).toEqual([
      { date: '2026-11-03', reason: 'holiday', since: today },
      { date: '2026-11-05', reason: 'absent', since: today },
    ]);
  });

  it('keeps days before the download and absent days, with the day on which they were first missing', () => {
    const previous = [
      { date: '2026-01-05', reason: 'invalid', since: '2026-01-06' },
      { date: '2026-11-03', reason: 'invalid', since: '2026-11-04' },
      { date: '2026-11-04', reason: 'absent', since: '2026-11-05' },
      { date: '2026-11-05', reason: 'absent', since: '2026-11-06' },
    ] as const;
    expect(findMissingBars(previous, days, noDays, today)).toEqual([previous[0], previous[3]]);
    const stillRejected = { ...days, rejectedDates: ['2026-11-03'] };
    expect(findMissingBars(previous, stillRejected, noDays, today)).toEqual([
      previous[0],
      previous[1],
      previous[3],
    ]);
  });

  it('forgets an absent day on which no other stock traded', () => {
    const previous = [{ date: '2026-11-05', reason: 'absent', since: '2026-11-06' }] as const;
    expect(findMissingBars(previous, days, { expected: [], isHoliday: () => true }, today)).toEqual([]);
  });
});

describe('findHolidayBars', () => {
  it('finds flat bars without volume on days without trading', () => {
    const bars = {
      date: ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'],
      open: [10, 10, 10, 10],
      high: [10, 11, 10, 10],
      low: [10, 10, 10, 10],
      close: [10, 10, 10, 10],
      volume: [0, 0, 7, 0],
    };
    const tradingDays = { expected: [], isHoliday: (date: string) => date !== '2026-11-05' };
    expect(findHolidayBars(bars, tradingDays)).toEqual(['2026-11-02']);
  });
});
