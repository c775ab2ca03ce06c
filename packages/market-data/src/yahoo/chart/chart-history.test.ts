import { describe, expect, it } from 'vitest';
import { chartHistory } from './chart-history.ts';
import { type Chart, chartSchema } from './chart-schema.ts';

const seconds = (iso: string) => Date.parse(iso) / 1000;
const at = (iso: string) => Date.parse(iso);

/** A chart whose rows are at `instants`, with the closes 101, 102, … */
function chartAt(
  instants: readonly string[],
  {
    timeZone = 'America/New_York',
    session = ['2024-01-01T14:30Z', '2024-01-01T21:00Z'],
    splits = {},
    dividends = {},
  } = {},
): Chart {
  const [start = '', end = ''] = session;
  const all = (value: number) => instants.map(() => value);
  return chartSchema.parse({
    meta: {
      symbol: 'AAPL',
      exchangeTimezoneName: timeZone,
      currency: 'USD',
      currentTradingPeriod: { regular: { start: seconds(start), end: seconds(end) } },
    },
    timestamp: instants.map(seconds),
    events: { splits, dividends },
    indicators: {
      quote: [
        {
          open: all(100),
          high: all(200),
          low: all(50),
          close: instants.map((_, row) => 101 + row),
          volume: all(7),
        },
      ],
    },
  });
}

describe('chartHistory', () => {
  it('dates a bar in the time zone of the exchange', () => {
    const chart = chartAt(['2023-06-01T23:00Z', '2023-06-04T23:00Z'], { timeZone: 'Asia/Tokyo' });
    const { bars } = chartHistory(chart, '1990-01-01', at('2024-06-01T00:00Z'));
    expect(bars.date).toEqual(['2023-06-02', '2023-06-05']);
  });

  it('starts with the day `from`', () => {
    const chart = chartAt(['2024-01-02T14:30Z', '2024-01-03T14:30Z', '2024-01-04T14:30Z']);
    const { bars } = chartHistory(chart, '2024-01-03', at('2024-06-01T00:00Z'));
    expect(bars).toEqual({
      date: ['2024-01-03', '2024-01-04'],
      open: [100, 100],
      high: [200, 200],
      low: [50, 50],
      close: [102, 103],
      volume: [7, 7],
    });
  });

  const wednesday = ['2024-01-03T14:30Z', '2024-01-03T21:00Z'];
  const days = ['2024-01-02T14:30Z', '2024-01-03T14:30Z'];
  it.each([
    ['before the exchange opens', '2024-01-03T13:00Z', wednesday, ['2024-01-02']],
    ['while it is open', '2024-01-03T18:00Z', wednesday, ['2024-01-02']],
    ['while the close settles', '2024-01-03T21:19Z', wednesday, ['2024-01-02']],
    ['once it has closed', '2024-01-03T21:20Z', wednesday, ['2024-01-02', '2024-01-03']],
    [
      'when the next session is announced',
      '2024-01-04T03:00Z',
      ['2024-01-04T14:30Z', '2024-01-04T21:00Z'],
      ['2024-01-02', '2024-01-03'],
    ],
    ['on a later day', '2024-01-08T13:00Z', wednesday, ['2024-01-02', '2024-01-03']],
  ])('includes the last day only after its session, %s', (_, now, session, dates) => {
    const { bars, rejectedDates } = chartHistory(chartAt(days, { session }), '1990-01-01', at(now));
    expect(bars.date).toEqual(dates);
    expect(rejectedDates).toEqual([]);
  });

  it('rejects a day without a valid row once, and only before the last valid bar', () => {
    const chart = chartAt([
      '2024-01-02T14:30Z',
      '2024-01-03T14:30Z',
      '2024-01-03T14:31Z',
      '2024-01-04T14:30Z',
      '2024-01-04T14:31Z',
      '2024-01-05T14:30Z',
    ]);
    const broken = { ...chart, quote: { ...chart.quote, open: [100, null, null, null, 100, null] } };
    const { bars, rejectedDates } = chartHistory(broken, '1990-01-01', at('2024-06-01T00:00Z'));
    expect(bars.date).toEqual(['2024-01-02', '2024-01-04']);
    expect(rejectedDates).toEqual(['2024-01-03']);
  });

  it.each([
    ['America/New_York', '2024-01-03T21:00Z', '15:59'],
    ['Europe/London', '2024-07-03T23:00Z', '23:59'],
    ['Europe/Berlin', '2024-07-03T20:00Z', '21:59'],
  ])('returns the last minute of the session in the time zone %s', (timeZone, end, lastMinute) => {
    const chart = chartAt(days, { timeZone, session: ['2024-01-03T08:00Z', end] });
    expect(chartHistory(chart, '1990-01-01', at('2024-08-01T00:00Z'))).toMatchObject({ lastMinute });
  });

  it('excludes a row written during the session', () => {
    const chart = chartAt(['2024-01-02T14:30Z', '2024-01-03T17:59:30Z'], { session: wednesday });
    expect(chartHistory(chart, '1990-01-01', at('2024-01-03T18:00Z')).bars.date).toEqual(['2024-01-02']);
  });

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
    ])('is the day of the ended session %s', (_, chart) => {
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
    ])('is null when %s', (_, chart) => {
      expect(pendingOf(chart)).toBeNull();
    });
  });

  it('excludes the current day when the session is missing', () => {
    const chart = chartAt(days);
    const withoutSession = { ...chart, meta: { ...chart.meta, currentTradingPeriod: null } };
    expect(chartHistory(withoutSession, '1990-01-01', at('2024-01-03T23:00Z')).bars.date).toEqual([
      '2024-01-02',
    ]);
    expect(chartHistory(withoutSession, '1990-01-01', at('2024-01-04T10:00Z')).bars.date).toHaveLength(2);
  });

  it('excludes days in the future', () => {
    const chart = chartAt([...days, '2025-01-03T14:30Z'], { session: wednesday });
    expect(chartHistory(chart, '1990-01-01', at('2024-01-05T10:00Z')).bars.date).toHaveLength(2);
  });

  it('throws bad_data when no row is valid', () => {
    const chart = chartAt(days);
    const invalid = { ...chart, quote: { ...chart.quote, close: [null, -1] } };
    expect(() => chartHistory(invalid, '1990-01-01', at('2024-06-01T00:00Z'))).toThrow(
      expect.objectContaining({
        kind: 'bad_data',
        message: 'Yahoo Finance returned no valid prices for "AAPL"',
      }),
    );
  });

  it('accepts a chart without rows', () => {
    expect(chartHistory(chartAt([]), '1990-01-01', at('2024-06-01T00:00Z')).bars.date).toEqual([]);
  });

  it('dates dividends like bars, ascending, adds up those of one day and drops invalid ones', () => {
    const dividends = {
      a: { date: seconds('2024-01-04T14:30Z'), amount: 0.25 },
      b: { date: seconds('2024-01-03T14:30Z'), amount: 0.5 },
      c: { date: seconds('2024-01-04T14:31Z'), amount: 1 },
      d: { date: seconds('2024-01-05T14:30Z'), amount: null },
      e: { date: seconds('2024-01-05T14:30Z'), amount: 0 },
      f: { date: seconds('2024-01-01T14:30Z'), amount: 9 },
      g: null,
    };
    const { dividends: found } = chartHistory(
      chartAt(days, { dividends }),
      '2024-01-02',
      at('2024-06-01T00:00Z'),
    );
    expect(found).toEqual([
      { date: '2024-01-03', amount: 0.5, currency: 'USD' },
      { date: '2024-01-04', amount: 1.25, currency: 'USD' },
    ]);
  });

  it('dates splits like bars, ascending, and drops invalid ones', () => {
    const splits = {
      b: { date: seconds('2024-01-03T14:30Z'), numerator: 10, denominator: 1 },
      a: { date: seconds('2024-01-02T14:30Z'), numerator: 1, denominator: 8 },
      zero: { date: seconds('2024-01-03T14:30Z'), numerator: 1, denominator: 0 },
      old: { date: seconds('2020-01-02T14:30Z'), numerator: 2, denominator: 1 },
    };
    expect(chartHistory(chartAt(days, { splits }), '2024-01-02', at('2024-06-01T00:00Z')).splits).toEqual([
      { date: '2024-01-02', numerator: 1, denominator: 8 },
      { date: '2024-01-03', numerator: 10, denominator: 1 },
    ]);
  });
});

describe('chartSchema', () => {
  it('rejects columns of unequal length and unknown time zones', () => {
    const meta = { symbol: 'AAPL', exchangeTimezoneName: 'America/New_York' };
    const quote = { open: [1], high: [1], low: [1], close: [1], volume: [1] };
    const chart = { meta, timestamp: [1], indicators: { quote: [quote] } };
    expect(chartSchema.safeParse(chart).success).toBe(true);
    for (const bad of [
      { ...chart, timestamp: [1, 2] },
      { ...chart, indicators: { quote: [{ ...quote, close: [1, 2] }] } },
      { ...chart, indicators: { quote: [{ ...quote, close: undefined }] } },
      { ...chart, indicators: { quote: [] } },
      { ...chart, meta: { ...meta, exchangeTimezoneName: 'Mars/Olympus' } },
      { ...chart, meta: { ...meta, symbol: null } },
    ]) {
      expect(chartSchema.safeParse(bad).success).toBe(false);
    }
  });
});
