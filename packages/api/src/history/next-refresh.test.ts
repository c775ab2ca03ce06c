import { hourMs } from '@stockbook/common/durations';
import { describe, expect, it } from 'vitest';
import { nextRefreshAt } from './next-refresh.ts';

describe('nextRefreshAt', () => {
  it.each([
    ['during the session', 'America/New_York', '2024-03-05T15:00:00Z', '2024-03-05T23:00:00Z'],
    ['after the close', 'America/New_York', '2024-03-06T00:30:00Z', '2024-03-06T23:00:00Z'],
    ['on a Friday night', 'America/New_York', '2024-03-09T00:30:00Z', '2024-03-11T22:00:00Z'],
    ['on a Saturday', 'Asia/Tokyo', '2024-03-09T03:00:00Z', '2024-03-11T09:00:00Z'],
    [
      'on a Sunday that is a Monday at the exchange',
      'Asia/Tokyo',
      '2024-03-10T20:00:00Z',
      '2024-03-11T09:00:00Z',
    ],
    ['without a time zone', null, '2024-03-05T15:00:00Z', '2024-03-05T18:00:00Z'],
  ])(
    'returns a time within an hour after the next settled close when called %s',
    (_, timezone, now, settled) => {
      const due = nextRefreshAt('AAPL', timezone, new Date(now)).getTime() - Date.parse(settled);
      expect(due).toBeGreaterThanOrEqual(0);
      expect(due).toBeLessThan(hourMs);
    },
  );

  it.each([
    ['during the day', 'Europe/London', '23:58', '2024-03-05T15:00:00Z', '2024-03-06T00:28:00Z'],
    [
      'before the settlement delay is over',
      'Europe/London',
      '23:58',
      '2024-03-06T00:10:00Z',
      '2024-03-06T00:28:00Z',
    ],
    ['after the settlement delay', 'Europe/London', '23:58', '2024-03-06T02:00:00Z', '2024-03-07T00:28:00Z'],
    ['on a Friday', 'Europe/London', '23:58', '2024-03-08T15:00:00Z', '2024-03-09T00:28:00Z'],
    ['on a Saturday', 'Europe/London', '23:58', '2024-03-09T15:00:00Z', '2024-03-12T00:28:00Z'],
    ['in Frankfurt', 'Europe/Berlin', '21:59', '2024-03-05T18:00:00Z', '2024-03-05T21:29:00Z'],
    ['on a half day', 'America/New_York', '12:59', '2024-03-05T15:00:00Z', '2024-03-05T23:00:00Z'],
  ])(
    'returns a time after the settlement delay when the session ends late (%s)',
    (_, timezone, lastMinute, now, settled) => {
      const due = nextRefreshAt('X', timezone, new Date(now), lastMinute).getTime() - Date.parse(settled);
      expect(due).toBeGreaterThanOrEqual(0);
      expect(due).toBeLessThan(hourMs);
    },
  );

  describe('while a close is pending', () => {
    const zone = 'America/New_York';
    const minutesUntil = (due: Date, now: Date) => (due.getTime() - now.getTime()) / 60_000;

    it('returns a time 30 to 60 minutes later when a close has been pending for less than three hours', () => {
      const since = new Date('2024-03-05T23:10:00Z');
      for (let now = since; now.getTime() < since.getTime() + 3 * hourMs; ) {
        const due = nextRefreshAt('SPY', zone, now, '15:59', since);
        expect(minutesUntil(due, now)).toBeGreaterThanOrEqual(30);
        expect(minutesUntil(due, now)).toBeLessThanOrEqual(60);
        now = due;
      }
    });

    it.each([
      ['the next morning', '2024-03-06T02:30:00Z', '2024-03-06T12:00:00Z'],
      ['on the same morning', '2024-03-06T10:00:00Z', '2024-03-06T12:00:00Z'],
      ['after the next close if that is sooner', '2024-03-06T15:00:00Z', '2024-03-06T23:00:00Z'],
      ['on the morning of a Saturday', '2024-03-09T02:30:00Z', '2024-03-09T12:00:00Z'],
      [
        'on the morning of a Sunday with daylight saving time',
        '2024-03-10T02:30:00Z',
        '2024-03-10T11:00:00Z',
      ],
    ])('returns a time %s when a close has been pending for more than three hours', (_, now, morning) => {
      const since = new Date('2024-03-05T23:10:00Z');
      const due = nextRefreshAt('SPY', zone, new Date(now), '15:59', since).getTime() - Date.parse(morning);
      expect(due).toBeGreaterThanOrEqual(0);
      expect(due).toBeLessThan(hourMs);
    });
  });

  it('differs between the stocks of an exchange by up to an hour, and is constant for one stock', () => {
    const now = new Date('2024-03-05T15:00:00Z');
    const moments = Array.from({ length: 200 }, (_, index) =>
      nextRefreshAt(`S${index}`, 'UTC', now).getTime(),
    );
    const quarters = moments.map((moment) =>
      Math.floor((moment - Date.parse('2024-03-05T18:00:00Z')) / (hourMs / 4)),
    );
    for (const quarter of [0, 1, 2, 3]) {
      expect(quarters.filter((value) => value === quarter).length).toBeGreaterThan(25);
    }
    expect(nextRefreshAt('S1', 'UTC', now).getTime()).toBe(moments[1]);
  });
});
