import { describe, expect, it } from 'vitest';
import { at, seconds } from '../../testing/chart-at.ts';
import { chartHistory } from './chart-history.ts';
import { chartSchema } from './chart-schema.ts';

describe('pendingCloseDate', () => {
  const newYork = 'America/New_York';
  const all = { open: 100, high: 200, low: 50, close: 150 };
  const nothing = { open: null, high: null, low: null, close: null };
  const withoutClose = { ...all, close: null };

  interface Case {
    readonly timeZone?: string;
    /** Start and end of `currentTradingPeriod`. */
    readonly session?: readonly [string, string];
    readonly tradedAt?: string;
    readonly now: string;
    readonly rows: readonly (readonly [string, Record<string, number | null>])[];
  }

  function pendingOf({ timeZone = newYork, session, tradedAt, now, rows }: Case): string | null {
    const column = (name: string) => rows.map(([, row]) => row[name] ?? null);
    const chart = chartSchema.parse({
      meta: {
        symbol: 'SPY',
        exchangeTimezoneName: timeZone,
        ...(tradedAt && { regularMarketTime: seconds(tradedAt) }),
        ...(session && {
          currentTradingPeriod: { regular: { start: seconds(session[0]), end: seconds(session[1]) } },
        }),
      },
      timestamp: rows.map(([instant]) => seconds(instant)),
      indicators: {
        quote: [
          {
            open: column('open'),
            high: column('high'),
            low: column('low'),
            close: column('close'),
            volume: rows.map(() => 7),
          },
        ],
      },
    });
    return chartHistory(chart, '1990-01-01', at(now)).pendingCloseDate;
  }

  const tuesday: Case['rows'][number] = ['2024-01-02T14:30Z', all];
  const wednesday = {
    session: ['2024-01-03T14:30Z', '2024-01-03T21:00Z'],
    tradedAt: '2024-01-03T21:00Z',
  } as const;
  const thursday = ['2024-01-04T14:30Z', '2024-01-04T21:00Z'] as const;
  const saturday = '2024-01-06T12:00Z';
  const london = 'Europe/London';

  it.each<[string, Case]>([
    [
      'when its row has a null close',
      { ...wednesday, now: '2024-01-03T22:00Z', rows: [tuesday, ['2024-01-03T14:30Z', withoutClose]] },
    ],
    [
      'when its row has only nulls',
      { ...wednesday, now: '2024-01-03T22:00Z', rows: [tuesday, ['2024-01-03T14:30Z', nothing]] },
    ],
    ['when its row is missing', { ...wednesday, now: '2024-01-03T22:00Z', rows: [tuesday] }],
    [
      'when the next session is announced',
      { ...wednesday, session: thursday, now: '2024-01-04T03:00Z', rows: [tuesday] },
    ],
    [
      'while the next session is open',
      {
        session: thursday,
        tradedAt: '2024-01-04T16:00Z',
        now: '2024-01-04T16:00Z',
        rows: [tuesday, ['2024-01-03T14:30Z', withoutClose], ['2024-01-04T14:30Z', all]],
      },
    ],
    [
      'after half a day of trading',
      {
        session: ['2024-01-03T14:30Z', '2024-01-03T18:00Z'],
        tradedAt: '2024-01-03T18:00Z',
        now: '2024-01-03T18:30Z',
        rows: [tuesday, ['2024-01-03T14:30Z', withoutClose]],
      },
    ],
    [
      'when trading was halted during the session',
      { ...wednesday, tradedAt: '2024-01-03T15:10Z', now: '2024-01-03T22:00Z', rows: [tuesday] },
    ],
    [
      'when its row has only nulls and the time of the last trade is missing',
      {
        session: wednesday.session,
        now: '2024-01-03T22:00Z',
        rows: [tuesday, ['2024-01-03T14:30Z', nothing]],
      },
    ],
    [
      'in a zone that is a day ahead of UTC',
      {
        timeZone: 'Asia/Tokyo',
        session: ['2024-01-03T00:00Z', '2024-01-03T06:30Z'],
        tradedAt: '2024-01-03T06:30Z',
        now: '2024-01-03T07:00Z',
        rows: [['2024-01-02T00:00Z', all]],
      },
    ],
    [
      'of a currency, on the next morning',
      {
        timeZone: london,
        session: ['2024-01-04T00:00Z', '2024-01-04T23:59Z'],
        tradedAt: '2024-01-04T00:40Z',
        now: '2024-01-04T00:41Z',
        rows: [
          ['2024-01-02T00:00Z', all],
          ['2024-01-03T00:00Z', nothing],
        ],
      },
    ],
  ])('returns the day of the ended session %s', (_, chart) => {
    expect(pendingOf(chart)).toBe('2024-01-03');
  });

  it.each<[string, Case]>([
    [
      'its bar exists',
      { ...wednesday, now: '2024-01-03T22:00Z', rows: [tuesday, ['2024-01-03T14:30Z', all]] },
    ],
    [
      'the session is open',
      {
        ...wednesday,
        tradedAt: '2024-01-03T18:00Z',
        now: '2024-01-03T18:00Z',
        rows: [tuesday, ['2024-01-03T14:30Z', withoutClose]],
      },
    ],
    [
      'the close is not settled',
      { ...wednesday, now: '2024-01-03T21:19Z', rows: [tuesday, ['2024-01-03T14:30Z', withoutClose]] },
    ],
    [
      'the day is a holiday without a row',
      { ...wednesday, tradedAt: '2024-01-02T21:00Z', now: '2024-01-03T22:00Z', rows: [tuesday] },
    ],
    [
      'the day is a holiday with a row of nulls',
      {
        ...wednesday,
        tradedAt: '2024-01-02T21:00Z',
        now: '2024-01-03T22:00Z',
        rows: [tuesday, ['2024-01-03T14:30Z', nothing]],
      },
    ],
    [
      'trading has been halted for weeks',
      {
        ...wednesday,
        tradedAt: '2023-12-01T15:10Z',
        now: '2024-01-03T22:00Z',
        rows: [['2023-12-01T14:30Z', all]],
      },
    ],
    [
      'a later day has a bar',
      {
        ...wednesday,
        tradedAt: '2024-01-02T15:00Z',
        now: '2024-01-03T22:00Z',
        rows: [['2024-01-03T14:30Z', all]],
      },
    ],
    [
      'a currency is quoted at the weekend',
      {
        timeZone: london,
        session: ['2024-01-05T00:00Z', '2024-01-05T23:59Z'],
        tradedAt: '2024-01-06T10:28Z',
        now: saturday,
        rows: [['2024-01-05T00:00Z', all]],
      },
    ],
    [
      'a currency is quoted on a Sunday before the session',
      {
        timeZone: london,
        session: ['2024-01-08T00:00Z', '2024-01-08T23:59Z'],
        tradedAt: '2024-01-07T22:30Z',
        now: '2024-01-07T22:31Z',
        rows: [['2024-01-05T00:00Z', all]],
      },
    ],
    [
      'the day of a crypto currency has not ended',
      {
        timeZone: 'UTC',
        session: ['2024-01-06T00:00Z', '2024-01-06T23:59Z'],
        tradedAt: '2024-01-06T11:59Z',
        now: saturday,
        rows: [
          ['2024-01-05T00:00Z', all],
          ['2024-01-06T11:59Z', withoutClose],
        ],
      },
    ],
    ['the session is missing', { now: '2024-01-03T22:00Z', rows: [tuesday] }],
  ])('returns null when %s', (_, chart) => {
    expect(pendingOf(chart)).toBeNull();
  });
});
