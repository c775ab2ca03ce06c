import { type Chart, chartSchema } from '../yahoo/chart/chart-schema.ts';

/** Seconds since 1970. */
export const seconds = (iso: string) => Date.parse(iso) / 1000;
/** Milliseconds since 1970. */
export const at = (iso: string) => Date.parse(iso);

/** A chart whose rows are at `instants`, with the closes 101, 102, … */
export function chartAt(
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
