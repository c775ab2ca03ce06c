import { dateOfDay } from '@stockbook/common/days';
import { backtestRepository } from '@stockbook/db';
import {
  type EquitySeries,
  returnsByMonth,
  type UnpackedTrade,
  unpackTrades,
} from '@stockbook/rules/simulate';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { csvLines } from '../../csv.ts';
import { notFound } from '../../errors.ts';
import { nextTurn } from '../../streaming/event-loop.ts';
import { OutputStream } from '../../streaming/output-stream.ts';
import { findBacktest } from './backtests.ts';
import { readCombined } from './combined.ts';
import {
  type EquityCurve,
  type equityInput,
  equityRow,
  type MonthlyReturns,
  monthColumns,
  type TradeList,
  tradeRow,
  type tradesInput,
} from './results-schemas.ts';
import { backtestSettings } from './schemas.ts';

interface Equity extends EquitySeries {
  readonly symbol: string | null;
}

/**
 * Reads the equity of a backtest of the caller.
 * @param requested by default the only stock, or all of them as one account
 * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS
 */
async function readEquity(
  { em, user, requestId, services: { largeReads } }: UserContext,
  { backtestId, symbol: requested }: z.output<typeof equityInput>,
): Promise<Equity> {
  const { settings } = await findBacktest(em, user.id, backtestId);
  const results = await backtestRepository.listResults(em, backtestId);
  const [first, second] = results;
  if (!first) throw notFound('Stock');
  if (requested !== undefined || !second) {
    const symbol = requested ?? first.symbol;
    const series = await backtestRepository.readEquity(em, backtestId, symbol);
    if (!series) throw notFound('Stock');
    return { symbol, ...series };
  }
  const leave = await largeReads.enter(`${user.id} false`, requestId);
  try {
    const { cash } = backtestSettings.parse(settings);
    return { symbol: null, ...(await readCombined(em, backtestId, results, cash)) };
  } finally {
    leave();
  }
}

/** Writing this many takes about a millisecond. */
const barsPerPiece = 500;

function* equityRows({ days, equity, buyAndHold }: Equity): Generator<EquityCurve['equity']> {
  for (let start = 0; start < days.length; start += barsPerPiece) {
    yield Array.from(days.subarray(start, start + barsPerPiece), (day, index) => ({
      date: dateOfDay(day),
      equity: equity[start + index] ?? 0,
      buy_and_hold: buyAndHold[start + index] ?? 0,
    }));
  }
}

type Rows = readonly Readonly<Record<string, unknown>>[];
type Pieces = Iterable<Rows> | AsyncIterable<Rows>;

/** Writes an object with a list of rows, between the texts `before` and `after`. */
async function* writeJson(before: string, pieces: Pieces, after: string): AsyncGenerator<string> {
  yield before;
  let separator = '';
  for await (const rows of pieces) {
    yield `${separator}${JSON.stringify(rows).slice(1, -1)}`;
    separator = ',';
  }
  yield after;
}

/** RFC 4180: a header line, then one line per row. */
async function* writeCsv(header: readonly string[], pieces: Pieces): AsyncGenerator<string> {
  yield `${header.join(',')}\r\n`;
  for await (const rows of pieces) yield csvLines(header, rows);
}

const equityJson = (series: Equity) =>
  writeJson(`{"symbol":${JSON.stringify(series.symbol)},"equity":[`, equityRows(series), ']}');

const equityCsv = (series: Equity) => writeCsv(Object.keys(equityRow.shape), equityRows(series));

/**
 * Returns the equity of a backtest of the caller at every bar of the run, on one stock or on all as one account, as a
 * stream.
 * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function getEquity(
  ctx: UserContext,
  input: z.output<typeof equityInput>,
): Promise<OutputStream> {
  const { user, requestId, services } = ctx;
  async function* alone(write: (series: Equity) => AsyncIterable<string>): AsyncGenerator<string> {
    const leave = await services.largeReads.enter(`${user.id} false`, requestId);
    try {
      for await (const piece of write(await readEquity(ctx, input))) {
        yield piece;
        await nextTurn();
      }
    } finally {
      leave();
    }
  }
  const stream = await OutputStream.startEither(alone(equityJson), () => alone(equityCsv));
  ctx.adopt(stream);
  return stream;
}

/**
 * Returns the returns of a backtest of the caller by month and year, on one stock or on all as one account.
 * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function getMonthlyReturns(
  ctx: UserContext,
  input: z.output<typeof equityInput>,
): Promise<MonthlyReturns> {
  const { symbol, days, equity } = await readEquity(ctx, input);
  return {
    symbol,
    years: returnsByMonth(days, equity).map(({ year, months, returnPercent }) => ({
      year,
      months: [...months],
      return_percent: returnPercent,
    })),
  };
}

type Trade = TradeList['trades'][number];

/** Writing this many takes about a millisecond. */
const tradesPerPiece = 200;

/** The trades of a result from `from` to `to`. */
interface Part {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
}

function partsOf(
  results: readonly { readonly symbol: string; readonly tradeCount: number }[],
  {
    limit = Number.POSITIVE_INFINITY,
    offset = 0,
  }: { limit?: number | undefined; offset?: number | undefined },
): Part[] {
  let before = 0;
  return results.flatMap(({ symbol, tradeCount }) => {
    const from = Math.max(0, offset - before);
    const to = Math.min(tradeCount, offset + limit - before);
    before += tradeCount;
    return from < to ? [{ symbol, from, to }] : [];
  });
}

/** Reads trades some at a time. A run of 100 stocks may have 400,000. */
async function* readPieces(
  { em, user, requestId, services: { largeReads } }: UserContext,
  backtestId: string,
  parts: readonly Part[],
): AsyncGenerator<Trade[]> {
  const leave = await largeReads.enter(`${user.id} false`, requestId);
  try {
    for (const { symbol, from, to } of parts) {
      const packed = await backtestRepository.readTrades(em, backtestId, symbol);
      if (!packed) continue;
      for (let start = from; start < to; start += tradesPerPiece) {
        const piece = unpackTrades(packed.trades, start, Math.min(start + tradesPerPiece, to));
        await nextTurn();
        yield piece.map((trade) => presentTrade(symbol, trade, packed.days));
      }
    }
  } finally {
    leave();
  }
}

/**
 * Returns the trades of a backtest of the caller, in the order of the results, then by entry, as a stream.
 * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function getTrades(
  ctx: UserContext,
  { backtestId, symbol, ...page }: z.output<typeof tradesInput>,
): Promise<OutputStream> {
  await findBacktest(ctx.em, ctx.user.id, backtestId);
  const all = await backtestRepository.listResults(ctx.em, backtestId);
  const results = symbol === undefined ? all : all.filter((result) => result.symbol === symbol);
  if (symbol !== undefined && results.length === 0) throw notFound('Stock');
  const total = results.reduce((sum, { tradeCount }) => sum + tradeCount, 0);
  const pieces = () => readPieces(ctx, backtestId, partsOf(results, page));
  const stream = await OutputStream.startEither(
    writeJson('{"trades":[', pieces(), `],"total":${total}}`),
    () => writeCsv(Object.keys(tradeRow.shape), pieces()),
  );
  ctx.adopt(stream);
  return stream;
}

function presentTrade(
  symbol: string,
  { entry_bar, entry_price, exit_bar, ...trade }: UnpackedTrade,
  days: Int32Array,
): Trade {
  const dateAt = (bar: number) => dateOfDay(days[bar] ?? 0);
  const entry = { entry_bar, entry_date: dateAt(entry_bar), entry_price };
  return { symbol, ...entry, exit_bar, exit_date: exit_bar === null ? null : dateAt(exit_bar), ...trade };
}

/** Formats the returns as CSV (RFC 4180): a header line, then one line per year with its months and its return. */
export function monthlyReturnsAsCsv({ years }: MonthlyReturns): string {
  const lines = years.map(({ year, months, return_percent }) => [year, ...months, return_percent].join(','));
  return [monthColumns.join(','), ...lines, ''].join('\r\n');
}
