import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { CalculatedIndicator } from '../../entities/indicators.ts';
import { SignalRule, SignalState } from '../../entities/signals.ts';
import type { Stock } from '../../entities/stocks.ts';
import { StrategyState } from '../../entities/trading.ts';
import { DrawingSet, UserStock } from '../../entities/watch-lists.ts';
import { isOfSource, isOwn, isSeenBy } from '../stocks/stock-owner.ts';

/** The user's link to the stock with this symbol, and the stock. */
export function findBySymbol(em: EntityManager, userId: string, symbol: string) {
  return em.findOne(UserStock, { user: userId, stock: ofSymbolFor(userId, symbol) }, { populate: ['stock'] });
}

function ofSymbolFor(userId: string, symbol: string) {
  return { symbol, owner: isOwn(symbol) ? userId : null };
}

/** The user's link to the stock with this symbol, or to the one of a source with this ISIN, and the stock. */
export function findBySymbolOrIsin(em: EntityManager, userId: string, symbolOrIsin: string) {
  return em.findOne(
    UserStock,
    {
      user: userId,
      stock: { $or: [ofSymbolFor(userId, symbolOrIsin), { isin: symbolOrIsin, owner: null }] },
    },
    { populate: ['stock'] },
  );
}

export type KnownStock = Pick<Stock, 'id' | 'symbol' | 'isin' | 'name'> & { readonly isTracked: boolean };

/** The stocks that the user means by any of these symbols or ISINs, and whether the user tracks them. */
export async function listKnown(
  em: EntityManager,
  userId: string,
  symbolsOrIsins: readonly string[],
): Promise<KnownStock[]> {
  const { rows } = await sql<KnownStock>`
    select id, symbol, isin, name, user_stock.user_id is not null as "isTracked"
    from stock left join user_stock on user_stock.stock_id = stock.id and user_stock.user_id = ${userId}
    where ${isSeenBy(userId)} and (
      symbol = any(${symbolsOrIsins}::text[]) or (isin = any(${symbolsOrIsins}::text[]) and ${isOfSource})
    )
    order by stock.id
  `.execute(em.getKysely());
  return rows;
}

/** Restores preferences without overwriting the user's own: a note stays, and so does a flag that is set. */
export async function restore(
  em: EntityManager,
  userId: string,
  stockId: number,
  { isFavorite, notes, notifyOnSignals }: Pick<UserStock, 'isFavorite' | 'notes' | 'notifyOnSignals'>,
): Promise<void> {
  await sql`
    update user_stock set
      is_favorite = is_favorite or ${isFavorite}, notes = coalesce(notes, ${notes}),
      notify_on_signals = notify_on_signals or ${notifyOnSignals}
    where user_id = ${userId} and stock_id = ${stockId}
  `.execute(em.getKysely());
}

export interface CalculationTarget extends Pick<Stock, 'barsRevision' | 'currency'> {
  readonly stockId: number;
}

function selectCalculationTarget(userId: string, symbol: string) {
  return sql<CalculationTarget>`
    select stock.id as "stockId", stock.bars_revision as "barsRevision", stock.currency
    from user_stock join stock on stock.id = user_stock.stock_id
    where user_stock.user_id = ${userId} and stock.symbol = ${symbol} and ${isSeenBy(userId)}
  `;
}

/** The stock to calculate for, or to simulate strategies on; null if the user does not track it. */
export async function findForCalculation(
  em: EntityManager,
  userId: string,
  symbol: string,
): Promise<CalculationTarget | null> {
  const { rows } = await selectCalculationTarget(userId, symbol).execute(em.getKysely());
  return rows[0] ?? null;
}

/**
 * Like `findForCalculation`, with a shared lock on link and stock: neither the link nor the stock's bars can change
 * until the transaction ends.
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

export function countOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.count(UserStock, { user: userId });
}

export async function isTracked(em: EntityManager, userId: string, stockId: number): Promise<boolean> {
  return (await em.count(UserStock, { user: userId, stock: stockId })) > 0;
}

/** The user's note on a tracked stock; null without one. */
export async function readNote(em: EntityManager, userId: string, stockId: number): Promise<string | null> {
  const { rows } = await sql<{ notes: string | null }>`
    select notes from user_stock where user_id = ${userId} and stock_id = ${stockId}
  `.execute(em.getKysely());
  return rows[0]?.notes ?? null;
}

/** The size in bytes of the user's note on a stock, and of all other notes together. */
export async function noteBytesOfUser(em: EntityManager, userId: string, stockId: number) {
  const { rows } = await sql<{ note: number; others: number }>`
    select
      coalesce(sum(octet_length(notes)) filter (where stock_id = ${stockId}), 0)::float8 as note,
      coalesce(sum(octet_length(notes)) filter (where stock_id <> ${stockId}), 0)::float8 as others
    from user_stock where user_id = ${userId}
  `.execute(em.getKysely());
  return rows[0] ?? { note: 0, others: 0 };
}

/** Links a stock to a user; an existing link stays unchanged. */
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

/**
 * Links stocks to a user as far as the watch list has room, those that come first in `stockIds` first. `tx` must have
 * locked the user's row.
 * @param maximum entries of the watch list
 * @returns the ids of the stocks that were not on it
 */
export async function linkWhileRoom(
  tx: EntityManager,
  userId: string,
  stockIds: readonly number[],
  maximum: number,
  now: Date,
): Promise<number[]> {
  const db = tx.getKysely();
  await sql`
    update stock set untracked_since = null where id = any(${stockIds}::int[]) and untracked_since is not null
  `.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into user_stock (user_id, stock_id, added_at, is_favorite, notes, notify_on_signals)
    select ${userId}, id, ${now}, false, null, false
    from unnest(${stockIds}::int[]) with ordinality as given(id, position)
    where not exists (select from user_stock where user_id = ${userId} and stock_id = given.id)
    order by position
    limit greatest(0, ${maximum}::int - (select count(*) from user_stock where user_id = ${userId}))
    on conflict do nothing
    returning stock_id as id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Updates the user's settings and note on a stock. @returns whether the link exists */
export async function change(
  em: EntityManager,
  userId: string,
  stockId: number,
  changes: Partial<Pick<UserStock, 'isFavorite' | 'notes' | 'notifyOnSignals'>>,
): Promise<boolean> {
  return (await em.nativeUpdate(UserStock, { user: userId, stock: stockId }, changes)) > 0;
}

/**
 * Turns `notifyOnSignals` on for some stocks, the favorites or all stocks.
 * @returns the number of stocks where it was off
 */
export function turnOnNotifications(
  em: EntityManager,
  userId: string,
  stocks: { readonly stockIds: readonly number[] } | { readonly scope: 'favorites' | 'watch_list' },
): Promise<number> {
  return em.nativeUpdate(
    UserStock,
    {
      user: userId,
      notifyOnSignals: false,
      ...('stockIds' in stocks ? { stock: { $in: [...stocks.stockIds] } } : {}),
      ...('scope' in stocks && stocks.scope === 'favorites' ? { isFavorite: true } : {}),
    },
    { notifyOnSignals: true },
  );
}

/** Deletes the link, the user's indicators, drawings and rules of the stock. Signals and the price history stay. */
export async function unlink(em: EntityManager, userId: string, stockId: number): Promise<void> {
  await em.transactional(async (tx) => {
    // The lock order of docs/architecture.md: a refresh locks the stock before it writes indicators, and a
    // calculation locks the link first. Another order can deadlock.
    await sql`select from stock where id = ${stockId} for share`.execute(tx.getKysely());
    await tx.nativeDelete(UserStock, { user: userId, stock: stockId });
    await tx.nativeDelete(CalculatedIndicator, { user: userId, stock: stockId });
    await tx.nativeDelete(DrawingSet, { user: userId, stock: stockId });
    await tx.nativeDelete(SignalRule, { user: userId, stock: stockId });
    await tx.nativeDelete(SignalState, { rule: { user: userId }, stock: stockId });
    await tx.nativeDelete(StrategyState, { strategy: { user: userId }, stock: stockId });
  });
}
