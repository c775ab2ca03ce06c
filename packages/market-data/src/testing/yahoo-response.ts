import { dateInUtc, firstDate, weekdaysBetween } from '../bars/calendar-date.ts';
import { instantInTimeZone } from '../bars/time-zone.ts';
import { type CatalogueEntry, findInCatalogue } from '../catalogue/catalogue.ts';
import { chartResponse, type Session } from './chart-response.ts';
import { chartRows, openingTime, type Restatement, spoilRows } from './chart-rows.ts';
import { type Fault, isRowFault } from './fault.ts';
import { searchResponse } from './search-response.ts';

export interface MockRequest {
  readonly endpoint: 'chart' | 'search' | 'quote' | 'spark' | 'crumb' | 'unknown';
  /** The symbol of a chart, the query of a search, the symbols of quotes. */
  readonly subject: string;
  readonly url: string;
  readonly userAgent: string | undefined;
}

export interface MockResponse {
  readonly status: number;
  readonly text: string;
}

/** The response that Yahoo would send; a row fault is applied to its rows. */
export function yahooResponse(
  { endpoint, subject, url }: MockRequest,
  fault: Fault | undefined,
  now: Date,
  restatement: Restatement,
): MockResponse {
  const { searchParams } = new URL(url, 'http://mock-server');
  if (endpoint === 'search') {
    const text = JSON.stringify(searchResponse(subject, Number(searchParams.get('quotesCount') ?? 6)));
    return { status: 200, text };
  }
  if (endpoint !== 'chart') return { status: 404, text: '{"message":"Not Found"}' };
  const entry = entryOf(fault === 'other-symbol' ? otherSymbol(subject) : subject);
  if (entry === undefined) {
    const error = { code: 'Not Found', description: 'No data found, symbol may be delisted' };
    return { status: 404, text: JSON.stringify({ chart: { result: null, error } }) };
  }
  const text = chartText(entry, searchParams, fault, now, restatement);
  return { status: 200, text };
}

function chartText(
  entry: CatalogueEntry,
  query: URLSearchParams,
  fault: Fault | undefined,
  now: Date,
  restatement: Restatement,
): string {
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const period = {
    from: Number(query.get('period1') ?? 0),
    to: Number(query.get('period2') ?? nowSeconds),
  };
  const timeZone = entry.timezone ?? 'UTC';
  const today = dateInUtc(now);
  const validRows = chartRows(entry, today, restatement, period);
  const isSpoiled = fault !== undefined && isRowFault(fault);
  const rows = isSpoiled ? spoilRows(validRows, fault, nowSeconds) : validRows;
  const isInPeriod = ({ date }: { date: string }) => {
    const instant = instantInTimeZone(date, openingTime, timeZone) / 1000;
    return instant >= period.from && instant < period.to;
  };
  const events = {
    splits: restatement.splits.filter(isInPeriod),
    dividends: restatement.dividends.filter(isInPeriod),
  };
  const isOpen = fault?.startsWith('market-open') === true;
  const session = isOpen
    ? { start: nowSeconds - 3600, end: nowSeconds + 3600, tradedAt: nowSeconds - 60 }
    : sessionOf(
        weekdaysBetween(firstDate, today).at(-1) ?? today,
        timeZone,
        entry.type === 'currency' || entry.type === 'future' ? '23:59' : '16:00',
      );
  const listing = fault === 'dead' ? { ...entry, exchange: 'YHD', listedIn: null } : entry;
  const symbol = fault === 'short-pair' ? entry.symbol.replace('USD', '') : entry.symbol;
  const body = chartResponse(
    { ...listing, symbol },
    rows,
    events,
    session,
    fault === 'monthly' ? '1mo' : '1d',
  );
  if (fault !== 'nan') return JSON.stringify(body);
  // JSON.stringify writes null for NaN.
  const marked = JSON.stringify(body, (_, value) => (Number.isNaN(value) ? 'not a number' : value));
  return marked.replaceAll('"not a number"', 'NaN');
}

function sessionOf(date: string, timeZone: string, closing: string): Session {
  const start = instantInTimeZone(date, openingTime, timeZone) / 1000;
  const end = instantInTimeZone(date, closing, timeZone) / 1000;
  return { start, end, tradedAt: end };
}

function otherSymbol(symbol: string): string {
  return symbol === 'MSFT' ? 'AAPL' : 'MSFT';
}

/** A future: no company, and a session of the whole day. */
const gold: CatalogueEntry = {
  symbol: 'GC=F',
  name: 'Gold Dec 26',
  isin: null,
  exchange: 'COMEX',
  currency: 'USD',
  sector: null,
  industry: null,
  type: 'future',
  timezone: 'America/New_York',
  listedIn: 2000,
  priceLevel: 4_000,
};

function entryOf(symbol: string): CatalogueEntry | undefined {
  if (symbol === gold.symbol) return gold;
  if (!/^LOAD\d{1,4}$/.test(symbol)) return findInCatalogue(symbol);
  const apple = findInCatalogue('AAPL');
  return apple && { ...apple, symbol, name: `Load Test ${symbol}` };
}
