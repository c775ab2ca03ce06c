import { describe, expect, it } from 'vitest';
import { chartHistory } from './chart-history.ts';
import { type Chart, chartSchema } from './chart-schema.ts';

const seconds = (iso: string) => Date.parse(iso) / 1000;
const at = (iso: string) => Date.parse(iso);

/** A chart whose rows are at `instants`, with the closes 101, 102, … */
function chartAt(
  instants: readonly string[],
  { timeZone = 'America/New_York', session = ['2024-01-01T14:30Z', '2024-01-01T21:00Z'], splits = {} } = {},
): Chart {
  const [start = '', end = ''] = session;
  const all = (value: number) => instants.map(() => value);
  return chartSchema.parse({
    meta: {
      symbol: 'AAPL',
      exchangeTimezoneName: timeZone,
      currentTradingPeriod: { regular: { start: seconds(start), end: seconds(end) } },
    },
    timestamp: instants.map(seconds),
    events: { splits },
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
  it('dates a bar by the clocks of its exchange, not by UTC', () => {
    const chart = chartAt(['2023-06-01T23:00Z', '2023-06-04T23:00Z'], { timeZone: 'Asia/Tokyo' });
    const { bars } = chartHistory(chart, '1990-01-01', at('2024-06-01T00:00Z'));
    expect(bars.date).toEqual(['2023-06-02', '2023-06-05']);
  });

  it('starts with the day asked for', () => {
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
  ])('takes the last day for final or not, %s', (_, now, session, dates) => {
    const { bars, leftOutDates } = chartHistory(chartAt(days, { session }), '1990-01-01', at(now));
    expect(bars.date).toEqual(dates);
    expect(leftOutDates).toEqual([]);
  });

  it('names a day as left out that has no sane row, once, and only where a later one has', () => {
    const chart = chartAt([
      '2024-01-02T14:30Z',
      '2024-01-03T14:30Z',
      '2024-01-03T14:31Z',
      '2024-01-04T14:30Z',
      '2024-01-04T14:31Z',
      '2024-01-05T14:30Z',
    ]);
    const broken = { ...chart, quote: { ...chart.quote, open: [100, null, null, null, 100, null] } };
    const { bars, leftOutDates } = chartHistory(broken, '1990-01-01', at('2024-06-01T00:00Z'));
    expect(bars.date).toEqual(['2024-01-02', '2024-01-04']);
    expect(leftOutDates).toEqual(['2024-01-03']);
  });

  it.each([
    ['America/New_York', '2024-01-03T21:00Z', '15:59'],
    ['Europe/London', '2024-07-03T23:00Z', '23:59'],
    ['Europe/Berlin', '2024-07-03T20:00Z', '21:59'],
  ])('tells when the exchange closes by its clocks (%s)', (timeZone, end, lastMinute) => {
    const chart = chartAt(days, { timeZone, session: ['2024-01-03T08:00Z', end] });
    expect(chartHistory(chart, '1990-01-01', at('2024-08-01T00:00Z'))).toMatchObject({ lastMinute });
  });

  it('knows the day of a row that came when the exchange was open', () => {
    const chart = chartAt(['2024-01-02T14:30Z', '2024-01-03T17:59:30Z'], { session: wednesday });
    expect(chartHistory(chart, '1990-01-01', at('2024-01-03T18:00Z')).bars.date).toEqual(['2024-01-02']);
  });

  it('leaves out the current day when nothing tells of the session', () => {
    const chart = chartAt(days);
    const silent = { ...chart, meta: { ...chart.meta, currentTradingPeriod: null } };
    expect(chartHistory(silent, '1990-01-01', at('2024-01-03T23:00Z')).bars.date).toEqual(['2024-01-02']);
    expect(chartHistory(silent, '1990-01-01', at('2024-01-04T10:00Z')).bars.date).toHaveLength(2);
  });

  it('has no bars from days to come', () => {
    const chart = chartAt([...days, '2025-01-03T14:30Z'], { session: wednesday });
    expect(chartHistory(chart, '1990-01-01', at('2024-01-05T10:00Z')).bars.date).toHaveLength(2);
  });

  it('refuses a chart with rows of which none is usable', () => {
    const chart = chartAt(days);
    const useless = { ...chart, quote: { ...chart.quote, close: [null, -1] } };
    expect(() => chartHistory(useless, '1990-01-01', at('2024-06-01T00:00Z'))).toThrow(
      expect.objectContaining({
        kind: 'bad_data',
        message: 'Yahoo Finance sent no usable prices for "AAPL"',
      }),
    );
  });

  it('takes a chart without rows as it is', () => {
    expect(chartHistory(chartAt([]), '1990-01-01', at('2024-06-01T00:00Z')).bars.date).toEqual([]);
  });

  it('dates splits like bars, ascending, and leaves out those that are not whole', () => {
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
  it('refuses columns of unequal length, and a time zone that does not exist', () => {
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
