import {
  type EntityManager,
  type Portfolio,
  portfolioRepository,
  type TransactionRow,
  transactionRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { fieldError, notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import type { OutputStream } from '../../streaming/output-stream.ts';
import { streamList } from '../../streaming/stream-list.ts';
import { dayInUtc, lastDay } from '../day.ts';
import { findImport } from '../imports/imports.ts';
import { findPortfolio, lockPortfolio } from '../portfolios.ts';
import { requestPairs } from '../rates.ts';
import type { TransactionFieldError } from './check-fields.ts';
import { assertCosts, assertRates } from './check-prices.ts';
import { assertCovered } from './coverage.ts';
import { changedDraft } from './drafts.ts';
import { presentTransactions } from './present.ts';
import type {
  createTransactionsInput,
  listTransactionsInput,
  NewTransaction,
  storedTransaction,
  Transaction,
  TransactionChanges,
  transactionBatch,
  transactionInput,
  transactionList,
  updateTransactionInput,
} from './schemas.ts';
import {
  addTransactions,
  assertNewIds,
  assertStockQuota,
  findWarnings,
  nextOrdinals,
  quotesOf,
  takeStocks,
  withQuoteCurrencies,
} from './store.ts';

/**
 * Lists the transactions of a portfolio of the caller, newest first.
 * @throws AppError NOT_FOUND if there is no such portfolio or import, BAD_REQUEST, TOO_MANY_REQUESTS
 */
export async function listTransactions(
  ctx: UserContext,
  { portfolioId, limit, offset, import_id: importId, ...filter }: z.output<typeof listTransactionsInput>,
): Promise<OutputStream> {
  const { em, user, services } = ctx;
  const portfolio = await findPortfolio(em, user.id, portfolioId);
  const today = dayInUtc(services.clock());
  if (filter.until !== undefined && filter.until > today) {
    throw fieldError('until', 'until must not lie in the future');
  }
  if (importId !== undefined) await findImport(em, user.id, portfolio.id, importId);
  const wanted = { ...filter, importId };
  return streamList(ctx, async (): Promise<z.infer<typeof transactionList>> => {
    const page = { limit, offset };
    const [rows, total] = await transactionRepository.list(em, user.id, portfolio.id, wanted, page);
    return { transactions: await presentTransactions(em, user.id, portfolio, rows, today), total };
  });
}

/**
 * Adds one transaction or several to a portfolio of the caller, all or none.
 * @throws AppError NOT_FOUND, BAD_REQUEST if one is not valid or leaves a sale uncovered, CONFLICT
 */
export async function createTransactions(
  ctx: UserContext,
  { portfolioId, transactions, ...single }: z.output<typeof createTransactionsInput>,
): Promise<z.infer<typeof storedTransaction> | z.infer<typeof transactionBatch>> {
  const { em, user, services } = ctx;
  return em.transactional(async (tx) => {
    await findPortfolio(tx, user.id, portfolioId);
    const isList = transactions !== undefined;
    const added = isList ? transactions : [readSingle(single)];
    const { portfolio, rows, warnings } = await addTransactions(tx, ctx, {
      portfolioId,
      transactions: added,
      isList,
    });
    const presented = await presentTransactions(tx, user.id, portfolio, rows, dayInUtc(services.clock()));
    const [first] = presented;
    return isList || !first
      ? { transactions: presented, warnings: [...warnings] }
      : { ...first, warnings: [...warnings] };
  });
}

/** @throws AppError BAD_REQUEST */
function readSingle({ type, date, ...fields }: TransactionChanges): NewTransaction {
  if (type === undefined) throw fieldError('type', 'type is required');
  if (date === undefined) throw fieldError('date', 'date is required');
  return { type, date, ...fields };
}

/**
 * Returns a transaction of the caller.
 * @throws AppError NOT_FOUND
 */
export async function getTransaction(
  { em, user, services: { clock } }: UserContext,
  { portfolioId, transactionId }: z.output<typeof transactionInput>,
): Promise<Transaction> {
  const portfolio = await findPortfolio(em, user.id, portfolioId);
  const row = await findTransaction(em, user.id, portfolio.id, transactionId);
  return presentOne(em, user.id, portfolio, row, dayInUtc(clock()));
}

/**
 * Changes a transaction of the caller, and with one of a transfer the other one.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the result is not valid or leaves a sale uncovered, CONFLICT
 */
export async function updateTransaction(
  ctx: UserContext,
  { portfolioId, transactionId, ...changes }: z.output<typeof updateTransactionInput>,
): Promise<z.infer<typeof storedTransaction>> {
  const { em, user } = ctx;
  return em.transactional(async (tx) => {
    await findPortfolio(tx, user.id, portfolioId);
    const { type, transferId } = await findTransaction(tx, user.id, portfolioId, transactionId);
    if (transferId !== null && changes.type !== undefined && changes.type !== type) {
      throw fieldError(
        'type',
        'The type of a transfer cannot change. Delete it and enter another transaction',
      );
    }
    const stocks = await takeStocks(tx, ctx, changes.symbol ? [changes.symbol] : []);
    const book = { stocks, lastDay: lastDay(ctx.services.clock()) };
    const changed = await lockWithPair(tx, user.id, portfolioId, transactionId);
    const results: z.infer<typeof storedTransaction>[] = [];
    for (const { portfolio, row } of changed) {
      const isNamed = row.id === transactionId;
      const own = isNamed ? changes : pairedChanges(row, changes);
      results.push(await changeRow(tx, ctx, portfolio, row, own, { ...book, isNamed }));
    }
    const named = results.find(({ id }) => id === transactionId);
    if (!named) throw notFound('Transaction');
    return named;
  });
}

/** A transaction that is locked with its portfolio. */
interface LockedRow {
  readonly portfolio: Portfolio;
  readonly row: TransactionRow;
}

/**
 * Locks the portfolio of a transaction, and that of the other one of its transfer, by id.
 * @throws AppError NOT_FOUND
 */
async function lockWithPair(
  tx: EntityManager,
  userId: string,
  portfolioId: string,
  transactionId: string,
): Promise<LockedRow[]> {
  const row = await findTransaction(tx, userId, portfolioId, transactionId);
  const rows = row.transferId
    ? await transactionRepository.listOfTransfer(tx, userId, row.transferId)
    : [row];
  const locked: LockedRow[] = [];
  for (const each of rows.toSorted((a, b) => (a.portfolioId < b.portfolioId ? -1 : 1))) {
    const portfolio = await lockPortfolio(tx, userId, each.portfolioId);
    // As it is now that nothing changes it.
    locked.push({ portfolio, row: await findTransaction(tx, userId, portfolio.id, each.id) });
  }
  return locked;
}

/** The part of a change of one transaction of a transfer that the other one takes over. */
function pairedChanges(row: TransactionRow, changes: TransactionChanges): TransactionChanges {
  const { date, symbol, quantity, amount, currency, note } = changes;
  const shared = { date, symbol, quantity, amount, currency, note };
  // The rate of another currency does not apply to the new one.
  return currency === undefined || row.fxRate === null ? shared : { ...shared, fx_rate: null };
}

interface ChangeOptions extends Omit<Parameters<typeof changedDraft>[2], 'portfolio'> {
  /** Whether the request names the transaction: the other one of a transfer changes with it. */
  readonly isNamed: boolean;
}

async function changeRow(
  tx: EntityManager,
  ctx: UserContext,
  portfolio: Portfolio,
  row: TransactionRow,
  changes: TransactionChanges,
  { isNamed, ...book }: ChangeOptions,
): Promise<z.infer<typeof storedTransaction>> {
  const { user, services } = ctx;
  const now = services.clock();
  const today = dayInUtc(now);
  const stocks = await withQuoteCurrencies(tx, user.id, portfolio.id, book.stocks);
  const draft = changedDraft(row, changes, { ...book, portfolio, stocks });
  await assertNewIds(tx, user.id, portfolio.id, [draft], row.id);
  const [ordinal = 1] =
    draft.date === row.date ? [row.ordinal] : await nextOrdinals(tx, portfolio.id, [draft]);
  const next: TransactionRow = {
    ...row,
    ...draft,
    ordinal: changes.ordinal ?? ordinal,
    ...(draft.stockId === row.stockId ? {} : quotesOf(draft, stocks)),
    updatedAt: now,
  };
  const at = (_: number, error: TransactionFieldError) => error;
  const check = { userId: user.id, portfolio, rows: [next], today, at };
  if (hasChanged(row, next, ['type', 'date', 'currency', 'fxRate', 'price'])) await assertRates(tx, check);
  if (hasChanged(row, next, ['type', 'date', 'stockId', 'price'])) await assertCosts(tx, check);
  await assertCovered(tx, {
    userId: user.id,
    portfolioId: portfolio.id,
    stored: [next],
    stockIds: [row.stockId, next.stockId].flatMap((id) => id ?? []),
    quantityFields: new Map(isNamed ? [[row.id, 'quantity']] : []),
    today,
  });
  const warnings = isNamed ? await findWarnings(tx, user.id, portfolio.id, [next], today) : [];
  await transactionRepository.replace(tx, user.id, next);
  await assertStockQuota(tx, user.id, portfolio.id);
  await portfolioRepository.bumpRevision(tx, portfolio.id);
  await requestPairs(tx, ctx, portfolio);
  return { ...(await presentOne(tx, user.id, portfolio, next, today)), warnings };
}

function hasChanged(
  row: TransactionRow,
  next: TransactionRow,
  fields: readonly (keyof TransactionRow)[],
): boolean {
  return fields.some((field) => row[field] !== next[field]);
}

/**
 * Deletes a transaction of the caller, and with one of a transfer the other one.
 * @throws AppError NOT_FOUND, BAD_REQUEST if a later sale would not be covered
 */
export async function deleteTransaction(
  { em, user, services: { clock } }: UserContext,
  { portfolioId, transactionId }: z.output<typeof transactionInput>,
): Promise<Transaction> {
  const today = dayInUtc(clock());
  return em.transactional(async (tx) => {
    await findPortfolio(tx, user.id, portfolioId);
    const locked = await lockWithPair(tx, user.id, portfolioId, transactionId);
    let deleted: Transaction | undefined;
    for (const { portfolio, row } of locked) {
      if (row.id === transactionId) deleted = await presentOne(tx, user.id, portfolio, row, today);
      await assertCovered(tx, {
        userId: user.id,
        portfolioId: portfolio.id,
        stored: [],
        removed: [row.id],
        stockIds: row.stockId === null ? [] : [row.stockId],
        today,
      });
      await portfolioRepository.bumpRevision(tx, portfolio.id);
    }
    await transactionRepository.removeAll(
      tx,
      user.id,
      locked.map(({ row }) => row.id),
    );
    if (!deleted) throw notFound('Transaction');
    return deleted;
  });
}

/** @throws AppError NOT_FOUND */
async function findTransaction(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  id: string,
): Promise<TransactionRow> {
  const row = isUuid(id) ? await transactionRepository.findOfUser(em, userId, portfolioId, id) : null;
  if (!row) throw notFound('Transaction');
  return row;
}

async function presentOne(
  em: EntityManager,
  userId: string,
  portfolio: Portfolio,
  row: TransactionRow,
  today: string,
): Promise<Transaction> {
  const [presented] = await presentTransactions(em, userId, portfolio, [row], today);
  if (!presented) throw new Error('A transaction was presented as none');
  return presented;
}
