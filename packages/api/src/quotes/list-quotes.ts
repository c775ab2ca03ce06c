import { minuteMs } from '@stockbook/common/durations';
import { type QuoteRow, stockQuoteRepository, writeProblemOf } from '@stockbook/db';
import { isWeekendAt, tradingHours } from '@stockbook/market-data';
import type { z } from 'zod';
import type { CachedResponse, UserContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { enqueueFetch } from './fetch-quotes.ts';
import { hasQuotes, intervalOf, providerOf, shortestInterval } from './quote-services.ts';
import type { listQuotesInput, Quote, QuoteList } from './schemas.ts';

/** A quote stays wanted for so long after a request, or 2.5 intervals if that is longer. */
const minWantedMs = 150_000;
/** It is written again when less than this is left, or 1.5 intervals. */
const minLeftMs = 90_000;

/** A page that opens on an older quote makes it due once. */
const oldAfterMs = 15 * minuteMs;

const fromFiles = 'Prices from files have no quotes';

/** Without a trade for so long, and the delay, an open market has none of the stock. */
const noTradeMs = 30 * minuteMs;

/**
 * Lists the last quotes of stocks that the caller tracks or holds, and wants them to be fetched.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function listQuotes(
  ctx: UserContext,
  { symbols }: z.output<typeof listQuotesInput>,
): Promise<QuoteList | CachedResponse> {
  const { services, user } = ctx;
  const { quotes, clock } = services;
  const now = clock();
  if (!quotes.isOn) {
    const reason = quotes.providers.length === 0 ? fromFiles : 'This server shows closing prices only';
    const output: QuoteList = {
      quotes: [],
      skipped: symbols.map((symbol) => ({ symbol, reason })),
      interval_s: intervalOf(quotes, quotes.providers[0]),
      problem: null,
      next_try_at: null,
      next_at: null,
    };
    return ctx.cached([output], async () => output);
  }
  const waitS = quotes.readers.count(user.id, symbols.length, now);
  if (waitS > 0) {
    throw new AppError('TOO_MANY_REQUESTS', `Too many prices: try again in ${waitS} seconds`, {
      retryAfterS: waitS,
    });
  }
  const rows = await stockQuoteRepository.listOfUser(ctx.em, user.id, symbols);
  await wantQuotes(ctx, rows, now);
  const output = await presentList(ctx, symbols, rows, now);
  return ctx.cached([output], async () => output);
}

/** The last quotes of stocks that the caller tracks or holds, by symbol. Makes the server fetch none. */
export async function readQuotes(
  { em, user, services }: Pick<UserContext, 'em' | 'user' | 'services'>,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, Quote>> {
  const { quotes, clock } = services;
  const rows = quotes.isOn ? await stockQuoteRepository.listOfUser(em, user.id, symbols) : [];
  return new Map(
    rows.flatMap((row) => {
      const quote = presentRow(services, row, clock());
      return quote === null ? [] : [[row.symbol, quote]];
    }),
  );
}

function presentRow({ quotes }: Pick<UserContext['services'], 'quotes'>, row: QuoteRow, now: Date) {
  const intervalS = intervalOf(quotes, providerOf(quotes, row.dataSource));
  return hasQuotes(row.dataSource) ? presentQuote(row, now, intervalS) : null;
}

async function wantQuotes(
  { em, user, services }: UserContext,
  rows: readonly QuoteRow[],
  now: Date,
): Promise<void> {
  const { quotes } = services;
  const fetchable = rows.filter(({ dataSource }) => hasQuotes(dataSource));
  const intervalMs = 1000 * intervalOfRows(services, fetchable);
  const until = new Date(now.getTime() + Math.max(minWantedMs, 2.5 * intervalMs));
  const stockIds = quotes.readers.admit(
    user.id,
    fetchable.map(({ stockId }) => stockId),
    now,
    until,
  );
  if (stockIds.length === 0) return;
  try {
    const due = await stockQuoteRepository.want(em, stockIds, {
      now,
      until,
      renewBefore: new Date(now.getTime() + Math.max(minLeftMs, 1.5 * intervalMs)),
      oldBefore: new Date(now.getTime() - oldAfterMs),
      atWeekend: fetchable.filter((row) => isAtWeekend(row, now)).map(({ stockId }) => stockId),
    });
    if (due > 0 && quotes.readers.mayFetch(now))
      await enqueueFetch(services, new Date(now.getTime() + 1_000));
  } catch (error) {
    // A database that takes no writes still has the last quotes.
    if (writeProblemOf(error) === null) throw error;
  }
}

function isAtWeekend(row: QuoteRow, now: Date): boolean {
  return isWeekendAt(tradingHours(row.symbol, row.timezone, row), now.getTime());
}

function intervalOfRows(
  { quotes }: Pick<UserContext['services'], 'quotes'>,
  rows: readonly QuoteRow[],
): number {
  return shortestInterval(
    quotes,
    rows.map(({ dataSource }) => dataSource),
  );
}

async function presentList(
  { services }: UserContext,
  symbols: readonly string[],
  rows: readonly QuoteRow[],
  now: Date,
): Promise<QuoteList> {
  const { observer } = services;
  const bySymbol = new Map(rows.map((row) => [row.symbol, row]));
  const skipped: QuoteList['skipped'] = [];
  const found = symbols.flatMap((symbol) => {
    const row = bySymbol.get(symbol);
    const presented = row ? presentRow(services, row, now) : null;
    if (presented === null) skipped.push({ symbol, reason: reasonOf(row) });
    return presented === null ? [] : [presented];
  });
  observer.quotesServed(found.map(({ fetched_at }) => (now.getTime() - Date.parse(fetched_at)) / 1000));
  // A stock without a price of its own is in `skipped`; here are the causes that concern a whole source.
  const failing = rows.find(({ problem, failures }) => problem !== null && failures === 0);
  const nextTry = failing?.dueAt && failing.dueAt > now ? failing.dueAt : null;
  const dueTimes = rows.flatMap(({ dueAt }) =>
    dueAt === null ? [] : [Math.max(dueAt.getTime(), now.getTime())],
  );
  return {
    quotes: found,
    skipped,
    interval_s: intervalOfRows(services, rows),
    problem: failing?.problem ?? (await crowdProblem(services, now)),
    next_try_at: nextTry?.toISOString() ?? null,
    next_at: dueTimes.length === 0 ? null : secondOf(Math.min(...dueTimes)),
  };
}

/** A whole second: a request a moment later gets the same answer. */
function secondOf(time: number): string {
  return new Date(Math.ceil(time / 1000) * 1000).toISOString();
}

function reasonOf(row: QuoteRow | undefined): string {
  if (!row) return 'Not on your watch list';
  if (row.dataSource === 'csv') return fromFiles;
  if (row.dataSource === 'own') return 'Own prices have no quotes';
  if (row.problem === null) return 'The first price is on its way';
  return row.failures > 0 ? `${row.problem}.` : row.problem;
}

/** Why prices come less often than usual, if more stocks are wanted than are fetched at a time. */
async function crowdProblem(
  { database, quotes }: UserContext['services'],
  now: Date,
): Promise<string | null> {
  const wanted = await quotes.readers.wantedStocks(now, async () => {
    const counted = await stockQuoteRepository.countWanted(database.fork(), now, now);
    return counted.wanted;
  });
  if (wanted <= quotes.maxSymbols) return null;
  const minutes =
    Math.ceil(wanted / quotes.maxSymbols) * Math.max(1, intervalOf(quotes, quotes.providers[0]) / 60);
  return `Prices come every ${Math.round(minutes)} minutes: many stocks are open here`;
}

/** Maps a row to its API shape; null without a quote. */
function presentQuote(row: QuoteRow, now: Date, intervalS: number): Quote | null {
  const { price, time, source, sessionDate, marketState, fetchedAt } = row;
  if (price === null || time === null || source === null) return null;
  if (sessionDate === null || marketState === null || fetchedAt === null) return null;
  const isOpen = marketState === 'open';
  const quietMs = noTradeMs + (row.delayMinutes ?? 0) * minuteMs;
  return {
    symbol: row.symbol,
    currency: row.currency,
    price,
    time: time.toISOString(),
    previous_close: row.previousClose,
    change: row.previousClose === null ? null : difference(price, row.previousClose),
    change_percent: row.previousClose === null ? null : percent(price, row.previousClose),
    open: row.open,
    high: row.high,
    low: row.low,
    volume: row.volume,
    session_date: sessionDate,
    time_zone: row.timezone,
    market_state: marketState,
    extended: extendedOf(row, price),
    delay_minutes: row.delayMinutes,
    delay_from: row.delayFrom,
    no_trade_since: isOpen && fetchedAt.getTime() - time.getTime() > quietMs ? time.toISOString() : null,
    is_stale: isOpen && now.getTime() - fetchedAt.getTime() > 3 * intervalS * 1000,
    is_rebased: row.isRebased,
    source,
    source_name: row.sourceName,
    fetched_at: fetchedAt.toISOString(),
  };
}

/** The change before or after hours counts from the price of the session, and is never added to the day's. */
function extendedOf(
  { extendedKind: kind, extendedPrice, extendedTime }: QuoteRow,
  price: number,
): Quote['extended'] {
  if (kind === null || extendedPrice === null || extendedTime === null) return null;
  return {
    kind,
    price: extendedPrice,
    change: difference(extendedPrice, price),
    change_percent: percent(extendedPrice, price),
    time: extendedTime.toISOString(),
  };
}

/** Without the noise of binary fractions. */
function difference(price: number, base: number): number {
  return Number((price - base).toPrecision(10));
}

function percent(price: number, base: number): number {
  return Number(((price / base - 1) * 100).toFixed(4));
}
