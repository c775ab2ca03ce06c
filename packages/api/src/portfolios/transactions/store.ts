import { randomUUID } from 'node:crypto';
import {
  type EntityManager,
  importedTransactionRepository,
  type NamedStock,
  type Portfolio,
  portfolioRepository,
  stockChoiceRepository,
  stockRepository,
  type TransactionRow,
  transactionRepository,
  userRepository,
  userStockRepository,
} from '@stockbook/db';
import type { ActorContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { assertQuota } from '../../quotas/quotas.ts';
import { dayInUtc, lastDay } from '../day.ts';
import { lockPortfolio } from '../portfolios.ts';
import { requestPairs } from '../rates.ts';
import { type Draft, TransactionFieldError } from './check-fields.ts';
import { assertCosts, assertRates } from './check-prices.ts';
import { assertCovered } from './coverage.ts';
import { draftOf } from './drafts.ts';
import type { NewTransaction, TransactionWarning } from './schemas.ts';
import { findEqual, findUnusualPrices } from './warnings.ts';

/** The caller, or the user of a task. */
export type BookContext = Omit<ActorContext<'clock' | 'quotas'>, 'em'>;

/** Stocks that the transactions of a portfolio may concern. */
const maxStocks = 500;

export interface NewTransactions {
  readonly portfolioId: string;
  readonly transactions: readonly NewTransaction[];
  /** Whether the request has a list, so that errors name the place in it. */
  readonly isList: boolean;
  readonly importId?: string;
  readonly transferId?: string;
}

export interface Stored {
  readonly portfolio: Portfolio;
  readonly rows: readonly TransactionRow[];
  readonly warnings: readonly TransactionWarning[];
}

/**
 * Adds transactions to a portfolio, all or none. The transaction must not have locked a portfolio yet, unless with a
 * smaller id.
 * @throws AppError NOT_FOUND, BAD_REQUEST if a transaction is not valid or leaves a sale uncovered, CONFLICT if a quota
 *   or an `external_id` is used up
 */
export async function addTransactions(
  tx: EntityManager,
  ctx: BookContext,
  { portfolioId, transactions, isList, importId, transferId }: NewTransactions,
): Promise<Stored> {
  const { user, services } = ctx;
  const now = services.clock();
  const taken = await takeStocks(
    tx,
    ctx,
    transactions.flatMap(({ symbol }) => symbol ?? []),
  );
  const portfolio = await lockPortfolio(tx, user.id, portfolioId);
  const stocks = await withQuoteCurrencies(tx, user.id, portfolio.id, taken);
  await assertTransactionQuotas(tx, ctx, portfolio.id, transactions.length);
  const at = (index: number, error: TransactionFieldError) => (isList ? error.within(index) : error);
  const drafts = transactions.map((input, index) => {
    try {
      return draftOf(input, { portfolio, stocks, lastDay: lastDay(now) });
    } catch (error) {
      throw error instanceof TransactionFieldError ? at(index, error) : error;
    }
  });
  const rows = await rowsOf(tx, user.id, portfolio.id, drafts, {
    stocks,
    now,
    importId: importId ?? null,
    transferIdOf: () => transferId ?? null,
  });
  const today = dayInUtc(now);
  const stockIds = rows.flatMap(({ stockId }) => stockId ?? []);
  await assertRates(tx, { userId: user.id, portfolio, rows, today, at });
  await assertCosts(tx, { userId: user.id, portfolio, rows, today, at });
  const quantityFields = new Map(
    rows.map(({ id }, index) => [id, isList ? `transactions[${index}].quantity` : 'quantity']),
  );
  await assertCovered(tx, {
    userId: user.id,
    portfolioId: portfolio.id,
    stored: rows,
    stockIds,
    quantityFields,
    today,
  });
  const warnings = await findWarnings(tx, user.id, portfolio.id, rows, today);
  await saveRows(tx, ctx, portfolio, rows);
  return { portfolio, rows, warnings };
}

interface RowContext {
  readonly stocks: ReadonlyMap<string, NamedStock>;
  readonly now: Date;
  readonly importId: string | null;
  /** The transfer of the transaction at a place; null if it is of none. */
  transferIdOf(index: number): string | null;
}

/**
 * New rows of a locked portfolio, each after those of its day.
 * @throws AppError CONFLICT if an `external_id` is used up
 */
export async function rowsOf(
  tx: EntityManager,
  userId: string,
  portfolioId: string,
  drafts: readonly Draft[],
  { stocks, now, importId, transferIdOf }: RowContext,
): Promise<TransactionRow[]> {
  await assertNewIds(tx, userId, portfolioId, drafts);
  const ordinals = await nextOrdinals(tx, portfolioId, drafts);
  return drafts.map((draft, index) => ({
    ...draft,
    id: randomUUID(),
    portfolioId,
    ordinal: ordinals[index] ?? 1,
    ...quotesOf(draft, stocks),
    importId,
    transferId: transferIdOf(index),
    createdAt: now,
    updatedAt: now,
  }));
}

/**
 * Stores checked rows of a locked portfolio, and requests the rates that it then needs.
 * @throws AppError CONFLICT if the portfolio would have too many stocks
 */
export async function saveRows(
  tx: EntityManager,
  ctx: BookContext,
  portfolio: Portfolio,
  rows: readonly TransactionRow[],
): Promise<void> {
  await transactionRepository.addAll(tx, ctx.user.id, portfolio.id, rows);
  await assertStockQuota(tx, ctx.user.id, portfolio.id);
  await portfolioRepository.bumpRevision(tx, portfolio.id);
  await requestPairs(tx, ctx, portfolio);
}

/**
 * Finds the stocks that transactions name, and puts them on the watch list while it has room. Locks the user's row.
 * @returns the known ones by symbol
 */
export async function takeStocks(
  tx: EntityManager,
  { user, services: { clock, quotas } }: BookContext,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, NamedStock>> {
  await userRepository.lockForUpdate(tx, user.id);
  if (symbols.length === 0) return new Map();
  const stocks = await stockRepository.keepBySymbols(tx, user.id, [...new Set(symbols)]);
  const ids = stocks.map(({ id }) => id);
  await userStockRepository.linkWhileRoom(tx, user.id, ids, quotas.stocks, clock());
  return new Map(stocks.map((stock) => [stock.symbol, stock]));
}

/** The stocks with the currencies that the user of a locked portfolio has named where their source names none. */
export async function withQuoteCurrencies(
  tx: EntityManager,
  userId: string,
  portfolioId: string,
  stocks: ReadonlyMap<string, NamedStock>,
): Promise<ReadonlyMap<string, NamedStock>> {
  if (Array.from(stocks.values()).every(({ currency }) => currency !== null)) return stocks;
  const named = await stockChoiceRepository.listQuoteCurrencies(tx, userId, [portfolioId]);
  const currencies = new Map(named.map(({ symbol, currency }) => [symbol, currency]));
  return new Map(
    Array.from(stocks, ([symbol, stock]) => [
      symbol,
      { ...stock, currency: stock.currency ?? currencies.get(symbol) ?? null },
    ]),
  );
}

/** Name, currency and quotation of the stock of a transaction. */
export function quotesOf(
  { symbol }: Pick<Draft, 'symbol'>,
  stocks: ReadonlyMap<string, NamedStock>,
): Pick<TransactionRow, 'name' | 'quoteCurrency' | 'quotedIn'> {
  const stock = symbol === null ? undefined : stocks.get(symbol);
  return {
    name: stock?.name ?? null,
    quoteCurrency: stock?.currency ?? null,
    quotedIn: stock?.quotedIn ?? null,
  };
}

/** @throws AppError CONFLICT */
export async function assertTransactionQuotas(
  tx: EntityManager,
  { user, services: { quotas } }: BookContext,
  portfolioId: string,
  added: number,
): Promise<void> {
  const ofPortfolio = await transactionRepository.countOfPortfolio(tx, user.id, portfolioId);
  assertQuota(ofPortfolio + added - 1, quotas.transactionsPerPortfolio, 'transactions');
  const ofUser = await transactionRepository.countOfUser(tx, user.id);
  assertQuota(ofUser + added - 1, quotas.transactions, 'transactions');
}

/**
 * Rejects too many different stocks, the ones that were just stored included.
 * @throws AppError CONFLICT
 */
export async function assertStockQuota(
  tx: EntityManager,
  userId: string,
  portfolioId: string,
): Promise<void> {
  const count = await transactionRepository.countStocks(tx, userId, portfolioId);
  const remedy = 'Delete the transactions of one first';
  assertQuota(count - 1, maxStocks, 'stocks in this portfolio', remedy);
}

/**
 * Rejects ids of a broker that the portfolio has already, or that come twice.
 * @param exceptId the transaction itself, if it is changed
 * @throws AppError CONFLICT
 */
export async function assertNewIds(
  tx: EntityManager,
  userId: string,
  portfolioId: string,
  drafts: readonly Pick<Draft, 'externalId'>[],
  exceptId: string | null = null,
): Promise<void> {
  const ids = drafts.flatMap(({ externalId }) => externalId ?? []);
  if (ids.length === 0) return;
  const isTaken =
    new Set(ids).size < ids.length ||
    (await importedTransactionRepository.hasExternalId(tx, userId, portfolioId, ids, exceptId));
  if (isTaken) throw new AppError('CONFLICT', 'That transaction is in your portfolio already');
}

/** The next ordinals of the days of new transactions, in their order. */
export async function nextOrdinals(
  tx: EntityManager,
  portfolioId: string,
  drafts: readonly Pick<Draft, 'date'>[],
): Promise<number[]> {
  const dates = [...new Set(drafts.map(({ date }) => date))];
  const last = new Map(await transactionRepository.lastOrdinals(tx, portfolioId, dates));
  return drafts.map(({ date }) => {
    const ordinal = (last.get(date) ?? 0) + 1;
    last.set(date, ordinal);
    return ordinal;
  });
}

/** Warnings about likely mistakes in transactions that are not stored yet, or not yet changed. */
export async function findWarnings(
  tx: EntityManager,
  userId: string,
  portfolioId: string,
  rows: readonly TransactionRow[],
  today: string,
): Promise<TransactionWarning[]> {
  const dates = [...new Set(rows.map(({ date }) => date))];
  const ids = new Set(rows.map(({ id }) => id));
  const ofDays = await transactionRepository.listOfDays(tx, userId, portfolioId, dates);
  return [
    ...(await findUnusualPrices(tx, userId, portfolioId, rows, today)),
    ...findEqual(
      rows,
      ofDays.filter(({ id }) => !ids.has(id)),
    ),
  ];
}
