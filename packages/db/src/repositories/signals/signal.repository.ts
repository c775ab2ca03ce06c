import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type NamedRule, Signal, type SignalValue } from '../../entities/signals.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
import type { Page } from '../page.ts';

/** An entry of the inbox to insert. */
export interface NewSignal
  extends Pick<
    Signal,
    | 'id'
    | 'kind'
    | 'side'
    | 'symbol'
    | 'barDate'
    | 'close'
    | 'currency'
    | 'sentence'
    | 'dataSource'
    | 'createdAt'
  > {
  readonly userId: string;
  readonly ruleId: string | null;
  readonly strategyId: string | null;
  readonly stockId: number | null;
  readonly values: readonly SignalValue[];
  readonly rules: readonly NamedRule[];
  /** Left out of a signal at the close, like the next two. */
  readonly priceTime?: Date;
  readonly delayMinutes?: number | null;
  readonly level?: number;
}

export interface SignalRow
  extends Omit<NewSignal, 'userId' | 'stockId' | 'priceTime' | 'delayMinutes' | 'level'>,
    Pick<Signal, 'priceTime' | 'delayMinutes' | 'level' | 'isConfirmed'> {
  readonly isRead: boolean;
}

/**
 * Inserts entries of inboxes. A signal that exists for the same rule or strategy, stock, bar and side is skipped.
 * @returns the entries that were inserted
 */
export async function add(tx: EntityManager, signals: readonly NewSignal[]): Promise<NewSignal[]> {
  if (signals.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    insert into signal (
      id, user_id, kind, rule_id, strategy_id, side, stock_id, symbol, bar_date, close, currency, "values", rules,
      sentence, data_source, created_at, price_time, delay_minutes, level
    )
    select
      id, "userId", kind, "ruleId", "strategyId", side, "stockId", symbol, "barDate", close, currency, "values", rules,
      sentence, "dataSource", "createdAt", "priceTime", "delayMinutes", level
    from jsonb_to_recordset(${JSON.stringify(signals)}::jsonb) as entry(
      id uuid, "userId" uuid, kind text, "ruleId" uuid, "strategyId" uuid, side text, "stockId" int, symbol text,
      "barDate" date, close float8, currency text, "values" jsonb, rules jsonb, sentence text,
      "dataSource" text, "createdAt" timestamptz, "priceTime" timestamptz, "delayMinutes" int, level float8
    )
    on conflict do nothing
    returning id
  `.execute(tx.getKysely());
  const inserted = new Set(rows.map(({ id }) => id));
  return signals.filter(({ id }) => inserted.has(id));
}

export interface SignalFilter extends Page {
  readonly symbol?: string | undefined;
  readonly ruleId?: string | undefined;
  readonly strategyId?: string | undefined;
  readonly isUnread?: boolean | undefined;
  /** Bar dates, inclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Whether the own instrument of a signal is the present one of its symbol; the stocks of sources always are. */
const isOfLiveStock = sql`(symbol not like '@%' or stock_id is not null)`;

/** A page of a user's inbox, latest bar first, the number of entries that match, and of all unread ones. */
export async function listOfUser(
  em: EntityManager,
  userId: string,
  { symbol, ruleId, strategyId, isUnread, since, until, limit, offset }: SignalFilter,
): Promise<{ signals: SignalRow[]; total: number; unread: number }> {
  const matches = sql`
    user_id = ${userId} and bar_date between ${since ?? '-infinity'} and ${until ?? 'infinity'}
    and (${symbol ?? null}::text is null or (symbol = ${symbol ?? null} and ${isOfLiveStock}))
    and (${ruleId ?? null}::uuid is null or rule_id = ${ruleId ?? null})
    and (${strategyId ?? null}::uuid is null or strategy_id = ${strategyId ?? null})
    and (${isUnread ?? null}::boolean is null or is_read <> ${isUnread ?? null})
  `;
  // Without entities: those of 1,000 signals take 60 ms of the event loop.
  const { rows } = await sql<
    Omit<SignalRow, 'createdAt' | 'priceTime'> & { createdAt: string; priceTime: string | null }
  >`
    select id, kind, rule_id as "ruleId", strategy_id as "strategyId", side, symbol, bar_date as "barDate", close, currency,
      "values", rules, sentence, data_source as "dataSource", is_read as "isRead", created_at as "createdAt",
      price_time as "priceTime", delay_minutes as "delayMinutes", level, is_confirmed as "isConfirmed"
    from signal where ${matches}
    order by bar_date desc, created_at desc, id desc
    limit ${limit ?? null}::int offset ${offset ?? 0}::int
  `.execute(em.getKysely());
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from signal where ${matches}
  `.execute(em.getKysely());
  return {
    signals: rows.map((row) => ({
      ...row,
      createdAt: new Date(row.createdAt),
      priceTime: row.priceTime === null ? null : new Date(row.priceTime),
    })),
    total: counted.rows[0]?.total ?? 0,
    unread: await countUnread(em, userId),
  };
}

export function countUnread(em: EntityManager, userId: string): Promise<number> {
  return em.count(Signal, { user: userId, isRead: false });
}

/** The numbers of unread entries by user; without those who have none. */
export async function countUnreadOfAll(
  em: EntityManager,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ userId: string; count: number }>`
    select user_id as "userId", count(*)::int as count from signal
    where user_id = any(${userIds}::uuid[]) and not is_read group by user_id
  `.execute(em.getKysely());
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

/** Marks entries of a user as read: those with `ids`, or those whose bar is not later than `until`. */
export async function markRead(
  em: EntityManager,
  userId: string,
  selection: { readonly ids: readonly string[] } | { readonly until: string },
): Promise<void> {
  await em.nativeUpdate(
    Signal,
    {
      user: userId,
      isRead: false,
      ...('ids' in selection ? { id: { $in: selection.ids } } : { barDate: { $lte: selection.until } }),
    },
    { isRead: true },
  );
}

/** Users whose inboxes one statement counts, which takes milliseconds. */
const usersPerPage = 200;

/**
 * Deletes the entries of each inbox beyond `maxEntries`: the oldest read ones first, then the oldest.
 * @returns the number of deleted entries
 */
export async function prune(em: EntityManager, maxEntries: number): Promise<number> {
  let deleted = 0;
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: { id: string; isFull: boolean }[] } = await sql<{ id: string; isFull: boolean }>`
      select id, exists (
        select from signal where user_id = owner.id offset ${maxEntries}::int limit 1
      ) as "isFull"
      from user_account owner where id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      order by id limit ${usersPerPage}
    `.execute(em.getKysely());
    for (const { id, isFull } of rows) if (isFull) deleted += await pruneInbox(em, id, maxEntries);
    after = rows.at(-1)?.id ?? null;
    if (rows.length < usersPerPage) return deleted;
  }
}

function pruneInbox(em: EntityManager, userId: string, maxEntries: number): Promise<number> {
  return deleteInBatches(
    em,
    'signal',
    sql`id in (
      select id from signal where user_id = ${userId}
      order by is_read, created_at desc, id desc offset ${maxEntries}::int
    )`,
  );
}
