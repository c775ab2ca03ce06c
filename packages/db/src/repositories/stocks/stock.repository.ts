import { LockMode } from '@mikro-orm/core';
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Stock } from '../../entities/stocks.ts';

export function findBySymbol(em: EntityManager, symbol: string): Promise<Stock | null> {
  return em.findOne(Stock, { symbol });
}

/** A stock by its symbol, or by the ISIN with which a user added it. */
export function findBySymbolOrIsin(em: EntityManager, symbolOrIsin: string): Promise<Stock | null> {
  return em.findOne(
    Stock,
    { $or: [{ symbol: symbolOrIsin }, { isin: symbolOrIsin }] },
    { orderBy: { id: 'asc' } },
  );
}

export type StockFacts = Pick<
  Stock,
  'symbol' | 'name' | 'isin' | 'exchange' | 'sector' | 'industry' | 'currency' | 'type' | 'timezone'
>;

/**
 * Creates the stock of a symbol or updates its facts. A null fact keeps its earlier value: Yahoo, for example, never
 * returns the ISIN. Safe for concurrent calls.
 */
export async function upsertFacts(em: EntityManager, facts: StockFacts, now: Date): Promise<Stock> {
  const { symbol, name, ...others } = facts;
  const knownFacts = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null));
  await em.upsert(
    Stock,
    {
      symbol,
      name,
      isin: null,
      exchange: null,
      sector: null,
      industry: null,
      currency: null,
      type: null,
      timezone: null,
      ...knownFacts,
      isActive: true,
      refreshDueAt: now,
      createdAt: now,
    },
    {
      onConflictFields: ['symbol'],
      onConflictAction: 'merge',
      onConflictMergeFields: ['name', 'isActive', ...(Object.keys(knownFacts) as (keyof StockFacts)[])],
    },
  );
  return em.findOneOrFail(Stock, { symbol }, { refresh: true });
}

/** The stock as it is in the database now. Its row is locked until the transaction ends. */
export function lockForUpdate(tx: EntityManager, id: number): Promise<Stock> {
  return tx.findOneOrFail(Stock, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

export function reload(em: EntityManager, { id }: Pick<Stock, 'id'>): Promise<Stock> {
  return em.findOneOrFail(Stock, { id }, { refresh: true });
}

/** Stores why the last fetch failed, and when the next one is due. */
export async function noteFailure(
  em: EntityManager,
  { id }: Pick<Stock, 'id'>,
  failure: Pick<Stock, 'lastError' | 'refreshDueAt'> & Partial<Pick<Stock, 'isActive'>>,
): Promise<void> {
  await em.nativeUpdate(Stock, { id }, failure);
}

/** Other stocks of an exchange with bars of the same source, those with the longest history first. */
export function listOfExchange(
  em: EntityManager,
  {
    id,
    exchange,
    timezone,
    source,
  }: Pick<Stock, 'id' | 'exchange' | 'timezone'> & { source: Stock['dataSource'] },
  limit: number,
): Promise<Pick<Stock, 'id' | 'barsRevision' | 'dataStartDate' | 'dataEndDate'>[]> {
  return em.find(
    Stock,
    {
      id: { $ne: id },
      exchange,
      timezone,
      dataSource: source,
      type: { $in: ['equity', 'etf'] },
      barCount: { $gt: 0 },
    },
    {
      fields: ['barsRevision', 'dataStartDate', 'dataEndDate'],
      orderBy: { barCount: 'desc', id: 'asc' },
      limit,
    },
  );
}

/** Stocks on at least one watch list whose next refresh is due, the longest overdue first. */
export async function listDueForRefresh(em: EntityManager, now: Date, limit: number): Promise<Stock[]> {
  return em.find(
    Stock,
    { refreshDueAt: { $lte: now }, id: { $in: raw('(select stock_id from user_stock)') } },
    { orderBy: { refreshDueAt: 'asc' }, limit },
  );
}

/**
 * Sets `untrackedSince` of stocks that are on no watch list and clears it for all others. Deleting a user removes their
 * links by cascade, so untracked stocks have to be searched for.
 */
export async function noteUntracked(em: EntityManager, now: Date): Promise<void> {
  await sql`
    update stock set untracked_since = case when untracked_since is null then ${now}::timestamptz end
    where (untracked_since is null) <> exists (select from user_stock where stock_id = stock.id)
  `.execute(em.getKysely());
}

/** Symbols of stocks that have been on no watch list since before `moment`, the longest untracked first. */
export async function listUntrackedSince(em: EntityManager, moment: Date, limit: number): Promise<string[]> {
  const stocks = await em.find(
    Stock,
    { untrackedSince: { $lt: moment } },
    { fields: ['symbol'], orderBy: { untrackedSince: 'asc', id: 'asc' }, limit },
  );
  return stocks.map(({ symbol }) => symbol);
}

/**
 * Deletes a stock with its history if it has been on no watch list since before `moment`. The caller holds the stock's
 * lock (`withStockLock`), which adding a link requires as well.
 * @returns whether the stock was deleted
 */
export async function deleteUntracked(em: EntityManager, symbol: string, moment: Date): Promise<boolean> {
  return await em.transactional(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      delete from stock
      where symbol = ${symbol} and untracked_since < ${moment}
        and not exists (select from user_stock where stock_id = stock.id)
      returning id
    `.execute(tx.getKysely());
    const [stock] = rows;
    if (!stock) return false;
    // Foreign keys have deleted some of these rows already; bars have none, nor has any table that Citus distributes.
    for (const table of ['price_bar', 'stock_split', 'stock_dividend', 'calculated_indicator']) {
      await sql`delete from ${sql.table(table)} where stock_id = ${stock.id}`.execute(tx.getKysely());
    }
    return true;
  });
}
