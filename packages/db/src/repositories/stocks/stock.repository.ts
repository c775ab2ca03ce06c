import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { pairsOf } from '@stockbook/common/currency-pairs';
import { sql } from 'kysely';
import { Stock } from '../../entities/stocks.ts';
import * as conversionRepository from './conversion.repository.ts';
import { isNeeded, isNeededByNote } from './stock-needs.ts';
import { isOfSource, isSeenBy, ofSymbol } from './stock-owner.ts';

/** @param userId who looks the symbol up; null finds the stocks of sources only */
export async function findBySymbol(
  em: EntityManager,
  symbol: string,
  userId: string | null,
): Promise<Stock | null> {
  const condition = ofSymbol(symbol, userId);
  return condition && (await em.findOne(Stock, condition));
}

/** A stock by its symbol, or one of a source by the ISIN with which a user added it. */
export function findBySymbolOrIsin(
  em: EntityManager,
  symbolOrIsin: string,
  userId: string | null,
): Promise<Stock | null> {
  const condition = ofSymbol(symbolOrIsin, userId);
  return em.findOne(
    Stock,
    { $or: [...(condition ? [condition] : []), { isin: symbolOrIsin, owner: null }] },
    { orderBy: { id: 'asc' } },
  );
}

export type StockFacts = Pick<
  Stock,
  'symbol' | 'name' | 'isin' | 'exchange' | 'sector' | 'industry' | 'currency' | 'type' | 'timezone'
>;

/**
 * Creates the stock of a source or updates its facts. A null fact keeps its earlier value: Yahoo, for example, never
 * returns the ISIN. Safe for concurrent calls.
 */
export async function upsertFacts(em: EntityManager, facts: StockFacts, now: Date): Promise<Stock> {
  const { symbol, name, ...others } = facts;
  const knownFacts = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null));
  await em.upsert(
    Stock,
    {
      symbol,
      owner: null,
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
      onConflictFields: ['symbol', 'owner'],
      onConflictAction: 'merge',
      onConflictMergeFields: ['name', 'isActive', ...(Object.keys(knownFacts) as (keyof StockFacts)[])],
    },
  );
  return em.findOneOrFail(Stock, { symbol, owner: null }, { refresh: true });
}

export type NamedStock = Pick<Stock, 'id' | 'symbol' | 'name' | 'currency' | 'quotedIn'>;

/** The stocks that a user means by symbols. None of them can be deleted until the transaction ends. */
export async function keepBySymbols(
  tx: EntityManager,
  userId: string,
  symbols: readonly string[],
): Promise<NamedStock[]> {
  const { rows } = await sql<NamedStock>`
    select id, symbol, name, currency, quoted_in as "quotedIn" from stock
    where symbol = any(${symbols}::text[]) and ${isSeenBy(userId)} order by id for key share
  `.execute(tx.getKysely());
  return rows;
}

/** The stocks that a user means by symbols or ISINs, oldest first, and the day of their first bar. */
export async function listBySymbolsOrIsins(
  em: EntityManager,
  userId: string,
  symbols: readonly string[],
  isins: readonly string[],
): Promise<(NamedStock & Pick<Stock, 'isin'> & { readonly firstDate: string | null })[]> {
  const { rows } = await sql<NamedStock & Pick<Stock, 'isin'> & { firstDate: string | null }>`
    select id, symbol, isin, name, currency, quoted_in as "quotedIn", case when bar_count > 0 then data_start_date end as "firstDate"
    from stock
    where ${isSeenBy(userId)} and (symbol = any(${symbols}::text[]) or (isin = any(${isins}::text[]) and ${isOfSource}))
    order by id
  `.execute(em.getKysely());
  return rows;
}

/** The stock as it is in the database now. Its row is locked until the transaction ends. */
export function lockForUpdate(tx: EntityManager, id: number): Promise<Stock> {
  return tx.findOneOrFail(Stock, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

/** The stock with this id as it is in the database now; null if it was deleted. */
export function find(em: EntityManager, id: number): Promise<Stock | null> {
  return em.findOne(Stock, { id }, { refresh: true });
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

/** Symbols of needed stocks whose next refresh is due, the longest overdue first. */
export async function listDueForRefresh(em: EntityManager, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ symbol: string }>`
    select symbol from stock where refresh_due_at <= ${now} and ${isOfSource} and ${isNeededByNote}
    order by refresh_due_at limit ${limit}
  `.execute(em.getKysely());
  return rows.map(({ symbol }) => symbol);
}

/** Stocks that one statement checks: some look-ups in indexes for each. */
const stocksPerPage = 500;

/**
 * Sets `untrackedSince` of stocks of sources that are not needed and clears it for all others. Deleting a user removes
 * what needed them by cascade, so they have to be searched for.
 */
export async function noteUntracked(em: EntityManager, now: Date): Promise<void> {
  const hasNotedPairs = await noteUnlessNeeded(em, now);
  // A transaction could bring the currency of such a pair after its portfolio had been read, and before the pair was
  // noted. From then on `keepStored` clears the note.
  if (hasNotedPairs) await noteUnlessNeeded(em, now);
}

/** @returns whether a pair is no longer needed */
async function noteUnlessNeeded(em: EntityManager, now: Date): Promise<boolean> {
  const conversions = await conversionRepository.listAll(em);
  const pairs = conversions.flatMap(({ ownCurrency, foreignCurrencies }) =>
    pairsOf(ownCurrency, foreignCurrencies),
  );
  let hasNotedPairs = false;
  for (let after: number | null = 0; after !== null; ) {
    const { rows }: { rows: NotedPage[] } = await sql<NotedPage>`
      with page as (select id from stock where id > ${after} order by id limit ${stocksPerPage}),
      changed as (
        update stock set untracked_since = case when untracked_since is null then ${now}::timestamptz end
        where stock.id in (select id from page) and ${isOfSource}
          and (untracked_since is null) <> ${isNeeded([...new Set(pairs)])}
        returning symbol, untracked_since
      )
      select max(id) as last,
        exists (select from changed where symbol like '%=X' and untracked_since is not null) as "hasNotedPairs"
      from page
    `.execute(em.getKysely());
    hasNotedPairs ||= rows[0]?.hasNotedPairs ?? false;
    after = rows[0]?.last ?? null;
  }
  return hasNotedPairs;
}

interface NotedPage {
  readonly last: number | null;
  readonly hasNotedPairs: boolean;
}

/** Those of the stocks with a history. The clean-up keeps all of them for another 30 days, as if they were new. */
export async function keepStored(em: EntityManager, symbols: readonly string[]): Promise<Set<string>> {
  await sql`
    update stock set untracked_since = null where id in (
      select id from stock where symbol = any(${symbols}::text[]) and ${isOfSource} and untracked_since is not null
      order by id for update
    )
  `.execute(em.getKysely());
  const { rows } = await sql<{ symbol: string }>`
    select symbol from stock where symbol = any(${symbols}::text[]) and ${isOfSource} and bar_count > 0
  `.execute(em.getKysely());
  return new Set(rows.map(({ symbol }) => symbol));
}

/** Whether a journal has entries about a stock: they show its prices, but need no new ones. */
const hasJournal = sql<boolean>`exists (select from journal_entry where journal_entry.symbol = stock.symbol)`;

/**
 * Symbols of stocks that have not been needed since before `moment`, the longest first, without those that journals are
 * about.
 */
export async function listUntrackedSince(em: EntityManager, moment: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ symbol: string }>`
    select symbol from stock where untracked_since < ${moment} and ${isOfSource} and not ${hasJournal}
    order by untracked_since, id limit ${limit}
  `.execute(em.getKysely());
  return rows.map(({ symbol }) => symbol);
}

/**
 * Deletes a stock with its history if it has not been needed since before `moment`, nor has entries in journals. The
 * caller holds the stock's lock (`withStockLock`), which adding a link requires as well.
 * @returns whether the stock was deleted
 */
export async function deleteUntracked(em: EntityManager, symbol: string, moment: Date): Promise<boolean> {
  return await em.transactional(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from stock where symbol = ${symbol} and ${isOfSource} and untracked_since < ${moment} for update
    `.execute(tx.getKysely());
    const [stock] = rows;
    if (!stock) return false;
    // A statement of its own, so that it sees what a transaction has committed that had the row locked, for example one
    // that stored a purchase.
    const { numAffectedRows } = await sql`
      delete from stock where id = ${stock.id} and not ${isNeededByNote} and not ${hasJournal}
    `.execute(tx.getKysely());
    if (numAffectedRows === 0n) return false;
    // Foreign keys have deleted some of these rows already; bars have none, nor has any table that Citus distributes.
    for (const table of [
      'price_bar',
      'packed_closes',
      'stock_split',
      'stock_dividend',
      'calculated_indicator',
    ]) {
      await sql`delete from ${sql.table(table)} where stock_id = ${stock.id}`.execute(tx.getKysely());
    }
    return true;
  });
}

/** Makes a refresh of a stock due, because its bars do not fit its quote. */
export async function makeRefreshDue(
  tx: EntityManager,
  stockIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    update stock set refresh_due_at = least(refresh_due_at, ${now}) where id = any(${stockIds}::int[])
  `.execute(tx.getKysely());
}
