import { describe, expect, it } from 'vitest';
import { at, chartAt, seconds } from '../../testing/chart-at.ts';
import { chartHistory } from './chart-history.ts';
import { chartSchema } from './chart-schema.ts';

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
    ['America/New_York', '2024-01-03T14:30Z', '2024-01-03T21:00Z', '09:30', '15:59'],
    ['Europe/London', '2024-07-02T23:00Z', '2024-07-03T23:00Z', '00:00', '23:59'],
    ['Europe/Berlin', '2024-07-03T06:00Z', '2024-07-03T20:00Z', '08:00', '21:59'],
  ])(
    'returns the beginning and the last minute of the session in the time zone %s',
    (timeZone, start, end, opens, lastMinute) => {
      const chart = chartAt(days, { timeZone, session: [start, end] });
      expect(chartHistory(chart, '1990-01-01', at('2024-08-01T00:00Z'))).toMatchObject({ opens, lastMinute });
    },
  );

  it('excludes a row written during the session', () => {
    const chart = chartAt(['2024-01-02T14:30Z', '2024-01-03T17:59:30Z'], { session: wednesday });
    expect(chartHistory(chart, '1990-01-01', at('2024-01-03T18:00Z')).bars.date).toEqual(['2024-01-02']);
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
