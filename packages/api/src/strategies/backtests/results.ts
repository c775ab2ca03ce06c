import { backtestRepository, type EntityManager } from '@stockbook/db';
import { dateOfDay, type UnpackedTrade, unpackTrades } from '@stockbook/rules/simulate';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { csvText } from '../../csv.ts';
import { fieldError, notFound } from '../../errors.ts';
import { nextTurn } from '../../streaming/event-loop.ts';
import { OutputStream } from '../../streaming/output-stream.ts';
import { findBacktest } from './backtests.ts';
import {
  type EquityCurve,
  type equityInput,
  equityRow,
  type TradeList,
  tradeRow,
  type tradesInput,
} from './schemas.ts';

/**
 * Returns the equity of a backtest of the caller on one stock, at every bar of the run.
 * @throws AppError NOT_FOUND, BAD_REQUEST without a symbol if the run has several stocks
 */
export async function getEquity(
  { em, user }: UserContext,
  { backtestId, symbol: requested }: z.output<typeof equityInput>,
): Promise<EquityCurve> {
  await findBacktest(em, user.id, backtestId);
  const symbol = requested ?? (await onlySymbol(em, backtestId));
  const result = await backtestRepository.readEquity(em, backtestId, symbol);
  if (!result) throw notFound('Stock');
  const { days, equity, buyAndHold } = result;
  return {
    symbol,
    equity: Array.from(days, (day, bar) => ({
      date: dateOfDay(day),
      equity: equity[bar] ?? 0,
      buy_and_hold: buyAndHold[bar] ?? 0,
    })),
  };
}

async function onlySymbol(em: EntityManager, backtestId: string): Promise<string> {
  const [first, ...others] = await backtestRepository.listResults(em, backtestId);
  if (!first) throw notFound('Stock');
  if (others.length === 0) return first.symbol;
  throw fieldError('symbol', `The run has ${others.length + 1} stocks: name one by symbol`);
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

async function* writeJson(pieces: AsyncIterable<Trade[]>, total: number): AsyncGenerator<string> {
  yield '{"trades":[';
  let separator = '';
  for await (const trades of pieces) {
    yield `${separator}${JSON.stringify(trades).slice(1, -1)}`;
    separator = ',';
  }
  yield `],"total":${total}}`;
}

async function* writeCsv(pieces: AsyncIterable<Trade[]>): AsyncGenerator<string> {
  const header = Object.keys(tradeRow.shape);
  yield `${header.join(',')}\r\n`;
  for await (const trades of pieces) yield csvLines(header, trades);
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
  const stream = await OutputStream.startEither(writeJson(pieces(), total), () => writeCsv(pieces()));
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

/** Formats the equity as CSV (RFC 4180): a header line, then one line per bar. */
export function equityAsCsv({ equity }: EquityCurve): string {
  const header = Object.keys(equityRow.shape);
  return `${header.join(',')}\r\n${csvLines(header, equity)}`;
}

/** Formats rows as lines of a CSV (RFC 4180). */
function csvLines(
  header: readonly string[],
  rows: readonly Readonly<Record<string, string | number | null>>[],
): string {
  const lines = rows.map((row) =>
    header
      .map((name) => {
        const value = row[name] ?? '';
        return typeof value === 'string' ? csvText(value) : value;
      })
      .join(','),
  );
  return [...lines, ''].join('\r\n');
}
