import { hash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { pairsOf, vehicleCurrencies } from '@stockbook/common/currency-pairs';
import {
  type BookPortfolio,
  type BookScope,
  type BookStock,
  bookRepository,
  type EntityManager,
} from '@stockbook/db';
import { cachePerDatabase } from '../../cache-per-database.ts';
import type { CachedResponse, UserContext } from '../../context.ts';
import { fieldError, notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { dayInUtc } from '../day.ts';

/** Which portfolios are computed as one book, and how. */
export interface BookRequest {
  readonly portfolioIds: readonly string[];
  /** Of all money. Default: that of the oldest portfolio, USD without one. */
  readonly currency?: string | undefined;
  /** A symbol. Default: that of the portfolio if there is one only; null: none. */
  readonly benchmark?: string | null | undefined;
  /** Further stocks whose prices are needed; unknown ones are ignored. */
  readonly symbols?: readonly string[];
}

/** The rows that the figures of a book depend on, without bars and transactions, for which revisions stand. */
export interface BookRows {
  readonly scope: BookScope;
  /** Oldest first. */
  readonly portfolios: readonly BookPortfolio[];
  readonly stocks: readonly BookStock[];
  readonly currency: string;
  /** Symbol of one of the stocks. */
  readonly benchmark: string | null;
}

/**
 * Reads the rows of a book of the caller as `em` sees them.
 * @throws AppError NOT_FOUND if one of the portfolios is not the user's, BAD_REQUEST if the benchmark is not known
 */
export async function readBookRows(
  ctx: Pick<UserContext, 'user' | 'services'>,
  em: EntityManager,
  request: BookRequest,
): Promise<BookRows> {
  const kept = keptScopesBy(ctx.services.database);
  const ids = request.portfolioIds.filter(isUuid);
  const key = [ctx.user.id, ...ids].join(' ');
  const known = kept.get(key);
  if (known) {
    const states = await bookRepository.readScopeStates(em, ctx.user.id, ids, Object.keys(known.revisions));
    if (isDeepStrictEqual(states.revisions, known.revisions)) {
      const rows = await readRowsOf(ctx, em, request, { ...known, ...states });
      if (stockStatesOf(rows) === known.stockStates) return rows;
    }
  }
  const scope = await bookRepository.readScope(em, ctx.user.id, ids);
  kept.set(key, scope);
  return readRowsOf(ctx, em, request, scope);
}

/** Characters of all scopes of a process, roughly. */
const maxKeptLength = 16 * 1024 * 1024;

/** The scopes that were read last: finding one means reading all transactions of its portfolios. */
const keptScopesBy = cachePerDatabase<BookScope>(
  maxKeptLength,
  ({ stockIds, stockStates, portfolios }) =>
    1_000 + 8 * stockIds.length + stockStates.length + 500 * portfolios.length,
);

async function readRowsOf(
  { user }: Pick<UserContext, 'user'>,
  em: EntityManager,
  request: BookRequest,
  scope: BookScope,
): Promise<BookRows> {
  const { portfolios } = scope;
  if (portfolios.length !== new Set(request.portfolioIds).size) throw notFound('Portfolio');
  const [oldest] = portfolios;
  const { currency = oldest?.currency ?? 'USD' } = request;
  const { benchmark = portfolios.length === 1 ? (oldest?.benchmark ?? null) : null } = request;
  const into = new Set([currency, ...portfolios.map((portfolio) => portfolio.currency)]);
  const from = [...scope.currencies, ...vehicleCurrencies, ...into];
  const symbols = [...into].flatMap((to) => pairsOf(to, from));
  if (benchmark !== null) symbols.push(benchmark);
  symbols.push(...(request.symbols ?? []));
  const stocks = await bookRepository.listStocks(em, user.id, scope.stockIds, symbols);
  if (benchmark !== null && !stocks.some(({ symbol }) => symbol === benchmark)) {
    throw fieldError('benchmark', `Add ${benchmark} to your stocks first`);
  }
  return { scope, portfolios, stocks, currency, benchmark };
}

/** `stockStates` of the scope as its stocks are now. */
function stockStatesOf({ scope, stocks }: BookRows): string {
  const held = new Set(scope.stockIds);
  return stocks
    .filter(({ id }) => held.has(id))
    .map(({ id, currency, barsRevision }) => [id, currency ?? [], barsRevision].flat().join(' '))
    .join(',');
}

/** The day in UTC. */
export function todayOf({ services: { clock } }: Pick<UserContext, 'services'>): string {
  return dayInUtc(clock());
}

/**
 * The key of a response with figures of a book: it changes whenever a figure may change. The day is part of it, because
 * splits and dividends count from their ex-date on.
 * @throws AppError as `readBookRows` does
 */
export async function bookKey(ctx: UserContext, request: BookRequest): Promise<string> {
  return keyOf(ctx, await readBookRows(ctx, ctx.em, request));
}

function keyOf(ctx: UserContext, rows: BookRows): string {
  return hash('sha256', JSON.stringify([todayOf(ctx), rows]), 'base64url');
}

/**
 * Answers with figures of a book: as the client has them, or as `compute` returns them in a turn of the user.
 * @throws AppError as `readBookRows` does, TOO_MANY_REQUESTS
 */
export async function answerFigures<Output>(
  ctx: UserContext,
  request: BookRequest,
  input: object,
  compute: () => Promise<Output>,
): Promise<Output | CachedResponse> {
  return answerFiguresOf(ctx, await readBookRows(ctx, ctx.em, request), input, compute);
}

/** `answerFigures` for a caller that has read the rows of the book. @throws AppError TOO_MANY_REQUESTS */
export function answerFiguresOf<Output>(
  ctx: UserContext,
  rows: BookRows,
  input: object,
  compute: () => Promise<Output>,
): Promise<Output | CachedResponse> {
  return ctx.cached([keyOf(ctx, rows), input], () => takeFigureTurn(ctx, compute));
}

/**
 * Reads a book and computes with it. A user's calls do so one after another, also those of one request: a book at its
 * limits takes seconds and megabytes, and the connections to the database are those of all users.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function takeFigureTurn<Output>(
  { user, services }: Pick<UserContext, 'user' | 'services'>,
  compute: () => Promise<Output>,
): Promise<Output> {
  const leave = await services.figureTurns.enter(user.id, randomUUID());
  try {
    return await compute();
  } finally {
    leave();
  }
}

/** @throws AppError BAD_REQUEST if a day is after today */
export function assertNotAfterToday(today: string, field: string, day: string | undefined): void {
  if (day !== undefined && day > today) throw fieldError(field, `${field} must not be after today`);
}
