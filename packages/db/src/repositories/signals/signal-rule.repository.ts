import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { SignalRule, SignalState } from '../../entities/signals.ts';
import type { Page } from '../page.ts';
import { isSeenBy } from '../stocks/stock-owner.ts';

/** A rule with its stock's symbol, the name of its list and a summary of its signals. */
export interface SignalRuleRow
  extends Pick<
    SignalRule,
    | 'id'
    | 'name'
    | 'condition'
    | 'scope'
    | 'trigger'
    | 'quietBars'
    | 'isActive'
    | 'expiresOn'
    | 'sessionLevel'
    | 'createdAt'
    | 'updatedAt'
  > {
  stockId: number | null;
  symbol: string | null;
  listId: string | null;
  listName: string | null;
  signalCount: number;
  lastSignalDate: string | null;
}

/** Two rules of a user with the same key are equal. */
export type SignalRuleKey = Pick<SignalRule, 'condition' | 'scope' | 'trigger'> & {
  readonly stockId: number | null;
  readonly listId: string | null;
};

type Changes = Partial<
  SignalRuleKey &
    Pick<SignalRule, 'name' | 'quietBars' | 'isActive' | 'expiresOn' | 'sessionLevel'> & {
      readonly updatedAt: Date;
    }
>;

export async function add(
  tx: EntityManager,
  {
    userId,
    stockId,
    listId,
    ...rule
  }: Omit<SignalRule, 'user' | 'stock' | 'list'> & SignalRuleKey & { userId: string },
): Promise<void> {
  await tx.insert(SignalRule, { ...rule, user: userId, stock: stockId, list: listId });
}

export function countOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.count(SignalRule, { user: userId });
}

export async function hasActiveOfStock(em: EntityManager, userId: string, stockId: number): Promise<boolean> {
  return (await em.count(SignalRule, { user: userId, stock: stockId, isActive: true })) > 0;
}

/** The session levels of a user, and the other stocks that active ones of all users watch. */
export async function countSessionLevels(
  em: EntityManager,
  { userId, exceptId, stockId }: { userId: string; exceptId: string | null; stockId: number },
): Promise<{ ofUser: number; otherStocks: number }> {
  const { rows } = await sql<{ ofUser: number; otherStocks: number }>`
    select
      (count(*) filter (where user_id = ${userId} and id is distinct from ${exceptId}::uuid))::int as "ofUser",
      (count(distinct stock_id) filter (where is_active and stock_id <> ${stockId}))::int as "otherStocks"
    from signal_rule where session_level is not null
  `.execute(em.getKysely());
  return rows[0] ?? { ofUser: 0, otherStocks: 0 };
}

/** Whether the user has an equal rule, other than the one with the id `exceptId`. */
export async function hasEqual(
  em: EntityManager,
  userId: string,
  { stockId, listId, ...key }: SignalRuleKey,
  exceptId?: string,
): Promise<boolean> {
  const equal = { user: userId, stock: stockId, list: listId, ...key };
  return (
    (await em.count(SignalRule, exceptId === undefined ? equal : { ...equal, id: { $ne: exceptId } })) > 0
  );
}

interface Selection extends Page {
  readonly id?: string | undefined;
  /** Only rules of this one stock. */
  readonly symbol?: string | undefined;
}

/** A page of a user's rules, newest first, and their total number. */
export async function listOfUser(
  em: EntityManager,
  userId: string,
  { id, symbol, limit, offset }: Selection = {},
): Promise<[SignalRuleRow[], number]> {
  const { rows } = await sql<
    Omit<SignalRuleRow, 'createdAt' | 'updatedAt'> & { createdAt: string; updatedAt: string; total: number }
  >`
    select rule.id, rule.name, rule.condition, rule.scope, rule.stock_id as "stockId", stock.symbol,
      rule.list_id as "listId", list.name as "listName", rule.trigger,
      rule.quiet_bars as "quietBars", rule.is_active as "isActive", rule.expires_on as "expiresOn",
      rule.session_level as "sessionLevel", rule.created_at as "createdAt",
      rule.updated_at as "updatedAt", given.count as "signalCount", given.last as "lastSignalDate",
      (count(*) over ())::int as total
    from signal_rule rule left join stock on stock.id = rule.stock_id left join stock_list list on list.id = rule.list_id
    cross join lateral (
      select count(*)::int as count, max(bar_date) as last from signal where rule_id = rule.id and kind = 'signal'
    ) given
    where rule.user_id = ${userId} and rule.id = coalesce(${id ?? null}, rule.id)
      and (${symbol ?? null}::text is null or (stock.symbol = ${symbol ?? null} and ${isSeenBy(sql`rule.user_id`)}))
    order by rule.created_at desc, rule.id desc
    limit ${limit ?? null}::int offset ${offset ?? 0}::int
  `.execute(em.getKysely());
  const rules = rows.map(({ total: _, ...row }) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }));
  return [rules, rows[0]?.total ?? 0];
}

export async function findOfUser(
  em: EntityManager,
  userId: string,
  id: string,
): Promise<SignalRuleRow | null> {
  const [[rule]] = await listOfUser(em, userId, { id });
  return rule ?? null;
}

export async function change(
  tx: EntityManager,
  userId: string,
  id: string,
  { stockId, listId, ...changes }: Changes,
): Promise<void> {
  await tx.nativeUpdate(
    SignalRule,
    { id, user: userId },
    {
      ...changes,
      ...(stockId === undefined ? {} : { stock: stockId }),
      ...(listId === undefined ? {} : { list: listId }),
    },
  );
}

/** Arms a rule again: bars that exist are history for it. */
export async function arm(tx: EntityManager, id: string): Promise<void> {
  await tx.nativeDelete(SignalState, { rule: id });
}

/** Deletes a user's rule; its signals stay. @returns whether it existed */
export async function remove(em: EntityManager, userId: string, id: string): Promise<boolean> {
  return (await em.nativeDelete(SignalRule, { id, user: userId })) > 0;
}

/** Deactivates rules that have given their only signal. */
export async function deactivate(tx: EntityManager, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.nativeUpdate(SignalRule, { id: { $in: ids } }, { isActive: false, updatedAt: now });
}

export interface ExpiredRule extends Pick<SignalRule, 'id' | 'name' | 'condition'> {
  readonly userId: string;
  readonly stockId: number | null;
  readonly symbol: string | null;
  readonly expiresOn: string;
}

/**
 * Deactivates rules whose last day is over.
 * @param which the rules of one stock that were evaluated up to that day, or all whose last day is before one
 */
export async function expire(
  tx: EntityManager,
  which: { readonly stockId: number } | { readonly before: string },
  now: Date,
): Promise<ExpiredRule[]> {
  const isOver =
    'before' in which
      ? sql`rule.expires_on < ${which.before}::date`
      : sql`rule.stock_id = ${which.stockId} and exists (
          select from signal_state state
          where state.rule_id = rule.id and state.stock_id = rule.stock_id and state.evaluated_to >= rule.expires_on
        )`;
  const { rows } = await sql<ExpiredRule>`
    update signal_rule expired set is_active = false, updated_at = ${now}
    from signal_rule rule left join stock on stock.id = rule.stock_id
    where expired.id = rule.id and rule.is_active and ${isOver}
    returning expired.id, expired.name, expired.condition, expired.user_id as "userId", expired.stock_id as "stockId",
      stock.symbol, expired.expires_on as "expiresOn"
  `.execute(tx.getKysely());
  return rows;
}

export interface SplitRule extends Pick<SignalRule, 'id' | 'name' | 'condition' | 'scope'> {
  readonly userId: string;
  /** Null unless the scope is one list. */
  readonly listName: string | null;
}

/**
 * The users who track a stock (`link`), with their rules over lists (`rule`). By `offset 0`, PostgreSQL reads those of
 * each user by an index: where rules over lists are rare, it would look for those of all users.
 */
export const rulesOfTrackers = sql`user_stock link cross join lateral (
  select * from signal_rule where signal_rule.user_id = link.user_id and signal_rule.scope <> 'stock' offset 0
) rule`;

/** Whether a rule over a list (`rule`) watches an entry of its user's watch list (`link`). */
export const watchesLink = sql<boolean>`(
  rule.scope = 'watch_list' or (rule.scope = 'favorites' and link.is_favorite)
  or (rule.scope = 'list' and exists (
    select from stock_list_entry entry where entry.list_id = rule.list_id and entry.stock_id = link.stock_id
  ))
)`;

/** The rules of one stock, locked, and the active rules over lists that it is on. */
export async function lockForSplit(tx: EntityManager, stockId: number): Promise<SplitRule[]> {
  const own = await sql<SplitRule>`
    select id, name, user_id as "userId", condition, scope, null as "listName" from signal_rule
    where stock_id = ${stockId} order by id for no key update
  `.execute(tx.getKysely());
  const listed = await sql<SplitRule>`
    select rule.id, rule.name, rule.user_id as "userId", condition, scope, list.name as "listName"
    from ${rulesOfTrackers} left join stock_list list on list.id = rule.list_id
    where link.stock_id = ${stockId} and rule.is_active and ${watchesLink}
    order by rule.id
  `.execute(tx.getKysely());
  return [...own.rows, ...listed.rows];
}

/**
 * Replaces the texts of rules of one stock. A rule that becomes equal to another one is deleted: the two differed by
 * less than the digits that a split keeps.
 * @returns the ids of the rules that were deleted
 */
export async function replaceConditions(
  tx: EntityManager,
  conditions: readonly { readonly id: string; readonly condition: string; readonly level: number | null }[],
): Promise<Set<string>> {
  const deleted = new Set<string>();
  // A new text may be the present one of another rule: first make room.
  await sql`
    update signal_rule set condition = id::text where id = any(${conditions.map(({ id }) => id)}::uuid[])
  `.execute(tx.getKysely());
  for (const { id, condition, level } of conditions) {
    const { numAffectedRows } = await sql`
      update signal_rule rule set condition = ${condition},
        session_level = case when session_level is not null then ${level}::float8 end
      where id = ${id} and not exists (
        select from signal_rule other
        where other.user_id = rule.user_id and other.condition = ${condition} and other.scope = rule.scope
          and other.stock_id = rule.stock_id and other.trigger = rule.trigger
      )
    `.execute(tx.getKysely());
    if (numAffectedRows !== 0n) continue;
    await tx.nativeDelete(SignalRule, { id });
    deleted.add(id);
  }
  return deleted;
}
