import {
  type PricedDividend,
  type PriceFactors,
  priceBarRepository,
  stockActionRepository,
  type TrackedStock,
} from '@stockbook/db';
import { dateInTimeZone } from '@stockbook/market-data/time-zone';
import type { z } from 'zod';
import type { Services, UserContext } from '../context.ts';
import { nextTurn } from '../streaming/event-loop.ts';
import { OutputStream } from '../streaming/output-stream.ts';
import { streamCsv } from '../streaming/stream-list.ts';
import { findTrackedStock } from '../watch-list/find-tracked-stock.ts';
import type { BarInterval, Bars, barsInput, barsOfStocksInput } from './schemas.ts';

type BarsInput = z.output<typeof barsInput>;

/**
 * Lists the price bars of a tracked stock, oldest first.
 * @throws AppError NOT_FOUND if the caller does not track the stock
 */
export async function getBars(ctx: UserContext, input: BarsInput) {
  const stock = await findTrackedStock(ctx, input.symbol);
  return ctx.cached(keyOf(ctx, stock, input), () => readBars(ctx, stock, input));
}

function keyOf({ services }: UserContext, stock: TrackedStock, input: BarsInput) {
  return [stock, exchangeDate(services, stock, input.interval), input];
}

type BarsOfStocksInput = z.output<typeof barsOfStocksInput>;

/** Writing this many takes about a millisecond. */
const rowsPerPiece = 1_000;

/**
 * Writes the JSON text of `BarsOfStocks`. Reads one stock at a time, so that memory does not grow with their number.
 */
async function* writeBars(
  ctx: UserContext,
  stocks: readonly TrackedStock[],
  { symbols, ...selection }: BarsOfStocksInput,
): AsyncGenerator<string> {
  const leave = await ctx.services.largeReads.enter(`${ctx.user.id} false`, ctx.requestId);
  try {
    const { interval } = selection;
    yield `${JSON.stringify({ interval }).slice(0, -1)},"stocks":[`;
    let separator = '';
    for (const stock of stocks) {
      const { data } = await readBars(ctx, stock, { ...selection, symbol: stock.symbol });
      const head = { symbol: stock.symbol, currency: stock.currency };
      yield `${separator}${JSON.stringify(head).slice(0, -1)},"data":[`;
      separator = ',';
      for (let start = 0; start < data.length; start += rowsPerPiece) {
        const rows = JSON.stringify(data.slice(start, start + rowsPerPiece)).slice(1, -1);
        await nextTurn();
        yield `${start === 0 ? '' : ','}${rows}`;
      }
      yield ']}';
    }
    const found = new Set(stocks.map(({ symbol }) => symbol));
    yield `],"unknown":${JSON.stringify(symbols.filter((symbol) => !found.has(symbol)))}}`;
  } finally {
    leave();
  }
}

/**
 * Streams the price bars of several tracked stocks, in the requested order. Lists symbols that the caller does not
 * track.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function getBarsOfStocks(ctx: UserContext, input: BarsOfStocksInput) {
  const found = await Promise.all(
    input.symbols.map((symbol) => ctx.services.watchLists.findStock(ctx.user.id, symbol)),
  );
  const stocks = found.filter((stock) => stock !== null);
  const days = stocks.map((stock) => exchangeDate(ctx.services, stock, input.interval));
  return ctx.cached([stocks, days, input], async () => {
    const stream = await OutputStream.start(writeBars(ctx, stocks, input));
    ctx.adopt(stream);
    return stream;
  });
}

/**
 * Writes the price bars of a tracked stock as CSV, oldest first.
 * @throws AppError NOT_FOUND if the caller does not track the stock, TOO_MANY_REQUESTS
 */
export async function getBarsAsCsv(ctx: UserContext, input: BarsInput) {
  const stock = await findTrackedStock(ctx, input.symbol);
  return ctx.cached(keyOf(ctx, stock, input), () =>
    streamCsv(ctx, async function* () {
      yield* barsAsCsv(await readBars(ctx, stock, input));
    }),
  );
}

const columns = ['date', 'open', 'high', 'low', 'close', 'volume'] as const;

/** Formats price bars as CSV (RFC 4180), in pieces: a header line, then one line per bar, oldest first. */
export async function* barsAsCsv({ interval, data }: Bars): AsyncGenerator<string> {
  const header = interval === 'daily' ? columns : ([...columns, 'is_complete'] as const);
  yield `${header.join(',')}\r\n`;
  for (let start = 0; start < data.length; start += rowsPerPiece) {
    await nextTurn();
    const bars = data.slice(start, start + rowsPerPiece);
    yield bars.map((bar) => `${header.map((name) => bar[name]).join(',')}\r\n`).join('');
  }
}

/** The units of PostgreSQL's `date_trunc` by which daily bars are aggregated. */
const periodUnits = { daily: null, weekly: 'week', monthly: 'month' } as const;

/**
 * The exchange's date, which belongs to the cache key of weekly and monthly bars: a week or month becomes complete
 * without a new bar, when the day changes. Null for daily bars.
 */
export function exchangeDate(
  { clock }: Pick<Services, 'clock'>,
  { timezone }: TrackedStock,
  interval: BarInterval,
): string | null {
  return interval === 'daily' ? null : dateInTimeZone(clock().getTime(), timezone ?? 'UTC');
}

/** Reads the price bars of a stock, oldest first. */
export async function readBars(
  ctx: UserContext,
  stock: TrackedStock,
  { symbol, interval, start_date, end_date, adjust }: z.output<typeof barsInput>,
): Promise<Bars> {
  const { em } = ctx;
  const range = { from: start_date, to: end_date };
  const head = { symbol, interval, currency: stock.currency };
  const factors =
    adjust === 'dividends'
      ? dividendFactors(await stockActionRepository.listPricedDividends(em, stock.id))
      : null;
  const unit = periodUnits[interval];
  const today = exchangeDate(ctx.services, stock, interval);
  if (unit === null || today === null)
    return { ...head, data: await priceBarRepository.listDaily(em, stock.id, { ...range, factors }) };
  const periods = await priceBarRepository.listAggregated(em, stock.id, unit, today, range, factors);
  return { ...head, data: periods.map(({ isComplete, ...bar }) => ({ ...bar, is_complete: isComplete })) };
}

/**
 * The factors that adjust prices for dividends: a price before an ex-date is multiplied by 1 − dividend / previous
 * close, and by those of all later dividends. The previous close is the last one before the ex-date, adjusted for
 * splits like the dividend. Source: the back-adjustment of the Center for Research in Security Prices (CRSP), which
 * Yahoo's "adjusted close" follows ("What is the adjusted close?", Yahoo Help).
 *
 * A dividend that is not below the previous close is ignored: its unit differs from that of the prices, or the price
 * was distributed whole.
 */
export function dividendFactors(dividends: readonly PricedDividend[]): PriceFactors {
  const adjusting = dividends.filter(({ amount, previousClose }) => amount < previousClose);
  const factors = [1];
  for (const { amount, previousClose } of adjusting.toReversed()) {
    factors.push((factors.at(-1) ?? 1) * (1 - amount / previousClose));
  }
  return { dates: adjusting.map(({ exDate }) => exDate), factors: factors.reverse() };
}
