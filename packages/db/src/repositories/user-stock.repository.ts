import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { CalculatedIndicator } from '../entities/calculated-indicator.entity.ts';
import { UserStock } from '../entities/user-stock.entity.ts';

export interface Page {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** A user's link to the stock of a symbol, with the stock. */
export function findBySymbol(em: EntityManager, userId: string, symbol: string) {
  return em.findOne(UserStock, { user: userId, stock: { symbol } }, { populate: ['stock'] });
}

/** A user's link to the stock of a symbol or ISIN, with the stock. */
export function findBySymbolOrIsin(em: EntityManager, userId: string, symbolOrIsin: string) {
  return em.findOne(
    UserStock,
    { user: userId, stock: { $or: [{ symbol: symbolOrIsin }, { isin: symbolOrIsin }] } },
    { populate: ['stock'] },
  );
}

export interface CalculationTarget {
  stockId: number;
  barsRevision: number;
}

function selectCalculationTarget(userId: string, symbol: string) {
  return sql<CalculationTarget>`
    select stock.id as "stockId", stock.bars_revision as "barsRevision"
    from user_stock join stock on stock.id = user_stock.stock_id
    where user_stock.user_id = ${userId} and stock.symbol = ${symbol}
  `;
}

/** The stock that a calculation is about, if the user tracks it. */
export async function findForCalculation(
  em: EntityManager,
  userId: string,
  symbol: string,
): Promise<CalculationTarget | null> {
  const { rows } = await selectCalculationTarget(userId, symbol).execute(em.getKysely());
  return rows[0] ?? null;
}

/**
 * The same under a shared lock on link and stock: until the transaction ends neither the link nor the stock's bars can
 * change.
 */
export async function lockForCalculation(
  tx: EntityManager,
  userId: string,
  symbol: string,
): Promise<CalculationTarget | null> {
  const { rows } = await sql<CalculationTarget>`
    ${selectCalculationTarget(userId, symbol)} for share
  `.execute(tx.getKysely());
  return rows[0] ?? null;
}

/** A user's watch list, newest first. */
export function listOfUser(em: EntityManager, userId: string, { limit, offset }: Page) {
  return em.find(
    UserStock,
    { user: userId },
    {
      populate: ['stock'],
      orderBy: { addedAt: 'desc', stock: { id: 'desc' } },
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
    },
  );
}

/** Counts over the whole watch list, whatever page of it is shown. */
export async function statsOfUser(em: EntityManager, userId: string) {
  const [total, favorites, active] = await Promise.all([
    em.fork().count(UserStock, { user: userId }),
    em.fork().count(UserStock, { user: userId, isFavorite: true }),
    em.fork().count(UserStock, { user: userId, stock: { isActive: true } }),
  ]);
  return { total, favorites, active };
}

export function countOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.count(UserStock, { user: userId });
}

export async function isTracked(em: EntityManager, userId: string, stockId: number): Promise<boolean> {
  return (await em.count(UserStock, { user: userId, stock: stockId })) > 0;
}

/** The size of a user's notes in bytes: the one about a stock, and all others together. */
export async function noteBytesOfUser(
  em: EntityManager,
  userId: string,
  stockId: number,
): Promise<{ note: number; others: number }> {
  const { rows } = await sql<{ note: number; others: number }>`
    select
      coalesce(sum(octet_length(notes)) filter (where stock_id = ${stockId}), 0)::float8 as note,
      coalesce(sum(octet_length(notes)) filter (where stock_id <> ${stockId}), 0)::float8 as others
    from user_stock where user_id = ${userId}
  `.execute(em.getKysely());
  return rows[0] ?? { note: 0, others: 0 };
}

/** Links a stock to a user; a link that is there already stays as it is. */
export async function link(em: EntityManager, userId: string, stockId: number, now: Date): Promise<void> {
  await sql`
    update stock set untracked_since = null where id = ${stockId} and untracked_since is not null
  `.execute(em.getKysely());
  await em.upsert(
    UserStock,
    { user: userId, stock: stockId, addedAt: now, isFavorite: false, notes: null, notifyOnSignals: false },
    { onConflictFields: ['user', 'stock'], onConflictAction: 'ignore' },
  );
}

/** Changes what a user keeps about a stock. @returns whether the stock is still on their list */
export async function change(
  em: EntityManager,
  userId: string,
  stockId: number,
  changes: Partial<Pick<UserStock, 'isFavorite' | 'notes' | 'notifyOnSignals'>>,
): Promise<boolean> {
  return (await em.nativeUpdate(UserStock, { user: userId, stock: stockId }, changes)) > 0;
}

/** Removes the link and what hangs on it, the user's indicators. The shared price history stays. */
export async function unlink(em: EntityManager, userId: string, stockId: number): Promise<void> {
  await em.transactional(async (tx) => {
    // First the stock, which a refresh holds while it writes indicators, and the link before the indicators, as a
    // calculation locks it: in another order each could wait for the other.
    await sql`select from stock where id = ${stockId} for share`.execute(tx.getKysely());
    await tx.nativeDelete(UserStock, { user: userId, stock: stockId });
    await tx.nativeDelete(CalculatedIndicator, { user: userId, stock: stockId });
  });
}
