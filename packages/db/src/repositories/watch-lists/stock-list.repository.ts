import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { type ListColor, StockList } from '../../entities/lists.ts';
import type { Page } from '../page.ts';
import { isSeenBy } from '../stocks/stock-owner.ts';

/** A list without its stocks. */
export interface StockListRow
  extends Pick<StockList, 'id' | 'name' | 'color' | 'position' | 'createdAt' | 'updatedAt'> {
  readonly size: number;
}

/** A list with its symbols in order. */
export interface StockListContent extends StockListRow {
  readonly symbols: string[];
}

/** Normalises the name of a list for comparison. Not by the database, whose locale may know ASCII only. */
export function nameKeyOf(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}

interface Selection extends Page {
  readonly id?: string | undefined;
}

const symbolsOfList = sql`(
  select coalesce(array_agg(stock.symbol order by entry.position, stock.id), '{}')
  from stock_list_entry entry join stock on stock.id = entry.stock_id where entry.list_id = list.id
)`;

async function select<Row extends StockListRow>(
  em: EntityManager,
  userId: string,
  { id, limit, offset }: Selection,
  symbols: RawBuilder<unknown>,
): Promise<Row[]> {
  type Stored = Row & { readonly createdAt: string; readonly updatedAt: string };
  const { rows } = await sql<Stored>`
    select list.id, list.name, list.color, list.position, list.created_at as "createdAt",
      list.updated_at as "updatedAt",
      (select count(*)::int from stock_list_entry entry where entry.list_id = list.id) as size ${symbols}
    from stock_list list
    where list.user_id = ${userId} and list.id = coalesce(${id ?? null}, list.id)
    order by list.position, list.id
    limit ${limit ?? null}::int offset ${offset ?? 0}::int
  `.execute(em.getKysely());
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }));
}

/** A page of a user's lists in their order. */
export function listOfUser(em: EntityManager, userId: string, page: Page): Promise<StockListRow[]> {
  return select(em, userId, page, sql``);
}

/** Like `listOfUser`, with the symbols of each list. */
export function listWithSymbols(em: EntityManager, userId: string, page: Page): Promise<StockListContent[]> {
  return select(em, userId, page, sql`, ${symbolsOfList} as symbols`);
}

/** A user's list; null if it belongs to another user. */
export async function findOfUser(
  em: EntityManager,
  userId: string,
  id: string,
): Promise<StockListContent | null> {
  const [list] = await select<StockListContent>(em, userId, { id }, sql`, ${symbolsOfList} as symbols`);
  return list ?? null;
}

/** Whether a user has a list with this id. */
export async function isOfUser(em: EntityManager, userId: string, id: string): Promise<boolean> {
  return (await em.count(StockList, { id, user: userId })) > 0;
}

/** The id of a user's list of this name, however it is written; null without one. */
export async function findIdByName(em: EntityManager, userId: string, name: string): Promise<string | null> {
  const list = await em.findOne(
    StockList,
    { user: userId, nameKey: nameKeyOf(name) },
    { fields: ['id'], disableIdentityMap: true },
  );
  return list?.id ?? null;
}

export function countOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.count(StockList, { user: userId });
}

interface NewStockList {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly color: ListColor;
  readonly position: number;
}

export async function add(tx: EntityManager, { userId, ...list }: NewStockList, now: Date): Promise<void> {
  await tx.insert(StockList, {
    ...list,
    user: userId,
    nameKey: nameKeyOf(list.name),
    createdAt: now,
    updatedAt: now,
  });
}

export async function change(
  tx: EntityManager,
  id: string,
  changes: { readonly name?: string; readonly color?: ListColor },
  now: Date,
): Promise<void> {
  const { name } = changes;
  const nameKey = name === undefined ? {} : { nameKey: nameKeyOf(name) };
  await tx.nativeUpdate(StockList, { id }, { ...changes, ...nameKey, updatedAt: now });
}

/** Puts a list at a position among the user's others, which move; beyond the end it becomes the last one. */
export async function move(tx: EntityManager, userId: string, id: string, position: number): Promise<void> {
  const lists = await listOfUser(tx, userId, {});
  const ids = lists.map((list) => list.id).filter((other) => other !== id);
  ids.splice(position, 0, id);
  await sql`
    update stock_list list set position = ordinality - 1
    from unnest(${ids}::uuid[]) with ordinality as ordered (id, ordinality)
    where list.id = ordered.id and list.position <> ordinality - 1
  `.execute(tx.getKysely());
}

/** The user's tracked stocks among symbols, by symbol. */
export async function findTracked(
  em: EntityManager,
  userId: string,
  symbols: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ symbol: string; stockId: number }>`
    select stock.symbol, stock.id as "stockId"
    from user_stock link join stock on stock.id = link.stock_id
    where link.user_id = ${userId} and stock.symbol = any(${symbols}::text[]) and ${isSeenBy(userId)}
  `.execute(em.getKysely());
  return new Map(rows.map(({ symbol, stockId }) => [symbol, stockId]));
}

/** Replaces the content of a list. Entries whose place stays are not written. @returns whether something changed */
export async function setContent(
  tx: EntityManager,
  userId: string,
  id: string,
  stockIds: readonly number[],
): Promise<boolean> {
  const removed = await sql`
    delete from stock_list_entry where list_id = ${id} and stock_id <> all(${stockIds}::int[])
  `.execute(tx.getKysely());
  const written = await sql`
    insert into stock_list_entry as entry (list_id, user_id, stock_id, position)
    select ${id}, ${userId}, stock_id, ordinality - 1
    from unnest(${stockIds}::int[]) with ordinality as given (stock_id, ordinality)
    on conflict (list_id, user_id, stock_id) do update set position = excluded.position
      where entry.position <> excluded.position
  `.execute(tx.getKysely());
  return (removed.numAffectedRows ?? 0n) + (written.numAffectedRows ?? 0n) > 0n;
}

/** Adds stocks to the end of a list; those that are on it stay where they are. @returns the number of added ones */
export async function append(
  tx: EntityManager,
  userId: string,
  id: string,
  stockIds: readonly number[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into stock_list_entry (list_id, user_id, stock_id, position)
    select ${id}, ${userId}, stock_id,
      (select coalesce(max(position), -1) from stock_list_entry where list_id = ${id}) + ordinality
    from unnest(${stockIds}::int[]) with ordinality as given (stock_id, ordinality)
    on conflict (list_id, user_id, stock_id) do nothing
  `.execute(tx.getKysely());
  return Number(numAffectedRows ?? 0n);
}

/** Removes a stock from a list; it stays tracked. @returns whether it was on the list */
export async function removeStock(tx: EntityManager, id: string, symbol: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from stock_list_entry entry using stock
    where entry.list_id = ${id} and stock.id = entry.stock_id and stock.symbol = ${symbol}
      and ${isSeenBy(sql`entry.user_id`)}
  `.execute(tx.getKysely());
  return (numAffectedRows ?? 0n) > 0n;
}

/** The ids of the stocks on each of some lists. */
export async function listStockIds(
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ id: string; stockIds: number[] }>`
    select list_id as id, array_agg(stock_id) as "stockIds"
    from stock_list_entry where list_id = any(${ids}::uuid[]) group by list_id
  `.execute(em.getKysely());
  return new Map(rows.map(({ id, stockIds }) => [id, stockIds]));
}
