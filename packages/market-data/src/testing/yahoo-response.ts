import { dateInUtc, FIRST_DATE, weekdaysBetween } from '../bars/calendar-date.ts';
import { instantInTimeZone } from '../bars/time-zone.ts';
import { findInCatalogue } from '../catalogue/catalogue.ts';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import { chartAnswer, type Session } from './chart-response.ts';
import { chartRows, OPENING, type Restatement, spoilRows } from './chart-rows.ts';
import { type Fault, isRowMisbehaviour } from './fault.ts';
import { searchAnswer } from './search-response.ts';

/** A request that the stand-in received. */
export interface StandInRequest {
  readonly endpoint: 'chart' | 'search' | 'unknown';
  /** The symbol of a chart, the query of a search. */
  readonly subject: string;
  readonly url: string;
  readonly userAgent: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** What Yahoo would answer, or what it would while its rows misbehave. */
export function answer(
  { endpoint, subject, url }: StandInRequest,
  misbehaviour: Fault | undefined,
  now: Date,
  restatement: Restatement,
): Answer {
  const { searchParams } = new URL(url, 'http://stand-in');
  if (endpoint === 'unknown') return { status: 404, text: '{"message":"Not Found"}' };
  if (endpoint === 'search') {
    const text = JSON.stringify(searchAnswer(subject, Number(searchParams.get('quotesCount') ?? 6)));
    return { status: 200, text };
  }
  const entry = entryOf(misbehaviour === 'other-symbol' ? otherThan(subject) : subject);
  if (entry === undefined) {
    const error = { code: 'Not Found', description: 'No data found, symbol may be delisted' };
    return { status: 404, text: JSON.stringify({ chart: { result: null, error } }) };
  }
  const text = chartText(entry, searchParams, misbehaviour, now, restatement);
  return { status: 200, text };
}

function chartText(
  entry: CatalogueEntry,
  query: URLSearchParams,
  misbehaviour: Fault | undefined,
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
  const asked = chartRows(entry, today, restatement, period);
  const isSpoiled = misbehaviour !== undefined && isRowMisbehaviour(misbehaviour);
  const rows = isSpoiled ? spoilRows(asked, misbehaviour, nowSeconds) : asked;
  const splits = restatement.splits.filter(({ date }) => {
    const instant = instantInTimeZone(date, OPENING, timeZone) / 1000;
    return instant >= period.from && instant < period.to;
  });
  const isOpen = misbehaviour?.startsWith('market-open') === true;
  const session = isOpen
    ? { start: nowSeconds - 3600, end: nowSeconds + 3600, tradedAt: nowSeconds - 60 }
    : sessionOf(
        weekdaysBetween(FIRST_DATE, today).at(-1) ?? today,
        timeZone,
        entry.type === 'currency' ? '23:59' : '16:00',
      );
  const body = chartAnswer(entry, rows, splits, session, misbehaviour === 'monthly' ? '1mo' : '1d');
  if (misbehaviour !== 'nan') return JSON.stringify(body);
  // JSON.stringify would write null, but some servers write what no JSON may hold.
  const marked = JSON.stringify(body, (_, value) => (Number.isNaN(value) ? 'not a number' : value));
  return marked.replaceAll('"not a number"', 'NaN');
}

function sessionOf(date: string, timeZone: string, closing: string): Session {
  const start = instantInTimeZone(date, OPENING, timeZone) / 1000;
  const end = instantInTimeZone(date, closing, timeZone) / 1000;
  return { start, end, tradedAt: end };
}

function otherThan(symbol: string): string {
  return symbol === 'MSFT' ? 'AAPL' : 'MSFT';
}

function entryOf(symbol: string): CatalogueEntry | undefined {
  if (!/^LOAD\d{1,4}$/.test(symbol)) return findInCatalogue(symbol);
  const apple = findInCatalogue('AAPL');
  return apple && { ...apple, symbol, name: `Load Test ${symbol}` };
}
