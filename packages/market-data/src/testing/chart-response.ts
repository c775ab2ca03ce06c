import { instantInTimeZone } from '../bars/time-zone.ts';
import type { CatalogueEntry } from '../catalogue/catalogue.ts';
import { type ChartRow, openingTime, type Restatement } from './chart-rows.ts';

/** The session in `currentTradingPeriod`, in seconds since 1970. */
export interface Session {
  readonly start: number;
  readonly end: number;
  /** Time of the last trade. */
  readonly tradedAt: number;
}

/** The body of `GET /v8/finance/chart/{symbol}`, as Yahoo sends it for daily bars. */
export function chartResponse(
  entry: Omit<CatalogueEntry, 'listedIn'> & { readonly listedIn: number | null },
  rows: readonly ChartRow[],
  { splits, dividends }: Pick<Restatement, 'splits' | 'dividends'>,
  session: Session,
  dataGranularity: string,
): object {
  const timeZone = entry.timezone ?? 'UTC';
  const last = rows.at(-1);
  const period = (from: number, to: number) => ({ timezone: 'EST', start: from, end: to, gmtoffset: -18000 });
  const meta = {
    currency: entry.currency,
    symbol: entry.symbol,
    exchangeName: entry.exchange,
    fullExchangeName: entry.exchange,
    instrumentType: entry.type?.toUpperCase(),
    firstTradeDate:
      entry.listedIn && instantInTimeZone(`${entry.listedIn}-01-01`, openingTime, timeZone) / 1000,
    regularMarketTime: session.tradedAt,
    hasPrePostMarketData: true,
    gmtoffset: -18000,
    timezone: 'EST',
    exchangeTimezoneName: timeZone,
    regularMarketPrice: last?.close ?? 0,
    longName: entry.name,
    shortName: entry.name,
    priceHint: 2,
    currentTradingPeriod: {
      pre: period(session.start - 19_800, session.start),
      regular: period(session.start, session.end),
      post: period(session.end, session.end + 14_400),
    },
    dataGranularity,
    range: '',
    validRanges: ['1d', '5d', '1mo', '3mo', '6mo', '1y', '2y', '5y', '10y', 'ytd', 'max'],
  };
  const column = <K extends keyof ChartRow>(key: K) => rows.map((row) => row[key]);
  const hasRows = rows.length > 0;
  return {
    chart: {
      result: [
        {
          meta,
          // Without rows Yahoo omits `timestamp` and sends an empty object for the columns.
          ...(hasRows && { timestamp: column('timestamp') }),
          ...((splits.length > 0 || dividends.length > 0) && {
            events: {
              ...(dividends.length > 0 && { dividends: eventsByInstant(dividends, timeZone) }),
              ...(splits.length > 0 && { splits: eventsByInstant(splits.map(withRatio), timeZone) }),
            },
          }),
          indicators: {
            quote: [
              hasRows
                ? {
                    open: column('open'),
                    high: column('high'),
                    low: column('low'),
                    close: column('close'),
                    volume: column('volume'),
                  }
                : {},
            ],
            adjclose: [hasRows ? { adjclose: column('close') } : {}],
          },
        },
      ],
      error: null,
    },
  };
}

function withRatio(split: Restatement['splits'][number]) {
  return { ...split, splitRatio: `${split.numerator}:${split.denominator}` };
}

function eventsByInstant(events: readonly { readonly date: string }[], timeZone: string): object {
  return Object.fromEntries(
    events.map(({ date, ...event }) => {
      const instant = instantInTimeZone(date, openingTime, timeZone) / 1000;
      return [String(instant), { ...event, date: instant }];
    }),
  );
}
