import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { JournalEntry } from '../../entities/journal.ts';
import type { Stock } from '../../entities/stocks.ts';
import type { Page } from '../page.ts';
import { isSeenBy } from '../stocks/stock-owner.ts';

type EntryFields = Pick<JournalEntry, 'id' | 'symbol' | 'day' | 'text' | 'kind' | 'createdAt' | 'updatedAt'>;

/** An entry with facts of its stock as they are now; null for a stock that is not stored. */
export interface JournalEntryRow extends EntryFields {
  readonly name: string | null;
  readonly currency: string | null;
  readonly quotedIn: Stock['quotedIn'] | null;
  readonly lastClose: number | null;
  /** Close of the last bar at or before the day, in today's shares; null if it is older than a week. */
  readonly close: number | null;
  readonly closeDate: string | null;
}

/** A word that an entry must have in its text, or in the symbol or name of its stock. */
export interface SearchWord {
  /** Letters and digits, lower-cased. */
  readonly word: string;
  /** Whether the beginning of a word suffices. */
  readonly isPrefix: boolean;
  /** The symbols of the stocks that have it in their symbol or name. */
  readonly symbols: readonly string[];
}

interface Selection extends Page {
  readonly id?: string | undefined;
  readonly symbol?: string | undefined;
  readonly kind?: JournalEntry['kind'] | undefined;
  /** First and last day. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly words?: readonly SearchWord[] | undefined;
}

/** Words are indexed as they are: text is split and lower-cased before. */
const vectorOf = (words: readonly string[]) => sql`to_tsvector('simple', ${words.join(' ')})`;

function hasWord({ word, isPrefix, symbols }: SearchWord): RawBuilder<boolean> {
  return sql`(
    entry.search @@ to_tsquery('simple', ${`'${word}'${isPrefix ? ':*' : ''}`})
    or entry.symbol = any(${symbols}::text[])
  )`;
}

/**
 * Whether a row of `stock` is the one that an entry is about. An own instrument that is younger than the entry is
 * another one of the same symbol.
 */
const isAbout = sql`stock.symbol = entry.symbol and ${isSeenBy(sql`entry.user_id`)}
  and (stock.owner_id is null or stock.created_at <= entry.created_at)`;

/** Whether an entry is about an own instrument that was deleted before its owner created another one of its symbol. */
const isOfEarlierInstrument = sql`exists (
  select from stock
  where stock.symbol = entry.symbol and stock.owner_id = entry.user_id and stock.created_at > entry.created_at
)`;

/** A page of a user's entries, newest day first and within a day the newest written, and their total number. */
export async function listOfUser(
  em: EntityManager,
  userId: string,
  { id, symbol, kind, since, until, words = [], limit, offset }: Selection = {},
): Promise<[JournalEntryRow[], number]> {
  type Row = Omit<JournalEntryRow, 'id' | 'createdAt' | 'updatedAt'> & {
    readonly id: string | null;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly total: number;
  };
  const conditions = [
    sql`entry.user_id = ${userId}`,
    ...(id === undefined ? [] : [sql`entry.id = ${id}`]),
    ...(symbol === undefined ? [] : [sql`entry.symbol = ${symbol} and not ${isOfEarlierInstrument}`]),
    ...(kind === undefined ? [] : [sql`entry.kind = ${kind}`]),
    ...(since === undefined ? [] : [sql`entry.day >= ${since}::date`]),
    ...(until === undefined ? [] : [sql`entry.day <= ${until}::date`]),
    ...words.map(hasWord),
  ];
  const newestFirst = sql`day desc, created_at desc, id desc`;
  const { rows } = await sql<Row>`
    with found as materialized (
      select id, day, created_at from journal_entry entry where ${sql.join(conditions, sql` and `)}
    ), page as (
      select id from found order by ${newestFirst} limit ${limit ?? null}::int offset ${offset ?? 0}::int
    ), shown as (
      select entry.id, entry.symbol, entry.day, entry.text, entry.kind, entry.created_at, entry.updated_at,
        stock.name, stock.currency, stock.quoted_in, stock.last_close, bar.close, bar.date as close_date
      from page join journal_entry entry on entry.id = page.id
        left join stock on ${isAbout}
        left join lateral (
          select date, close from price_bar
          where stock_id = stock.id and date between entry.day - 7 and entry.day order by date desc limit 1
        ) bar on true
    )
    select (select count(*)::int from found) as total, id, symbol, day, text, kind, created_at as "createdAt",
      updated_at as "updatedAt", name, currency, quoted_in as "quotedIn", last_close as "lastClose", close,
      close_date as "closeDate"
    from (select) always left join shown on true order by ${newestFirst}
  `.execute(em.getKysely());
  const entries = rows.flatMap(({ total: _, id: entryId, createdAt, updatedAt, ...row }) =>
    entryId === null
      ? []
      : [{ ...row, id: entryId, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) }],
  );
  return [entries, rows[0]?.total ?? 0];
}

export async function findOfUser(
  em: EntityManager,
  userId: string,
  id: string,
): Promise<JournalEntryRow | null> {
  const [[entry]] = await listOfUser(em, userId, { id });
  return entry ?? null;
}

interface NewJournalEntry extends EntryFields {
  readonly userId: string;
  /** The words of the text, lower-cased. */
  readonly words: readonly string[];
}

export async function add(
  tx: EntityManager,
  { id, userId, symbol, day, text, kind, words, createdAt, updatedAt }: NewJournalEntry,
): Promise<void> {
  await sql`
    insert into journal_entry (id, user_id, symbol, day, text, kind, search, created_at, updated_at)
    values (${id}, ${userId}, ${symbol}, ${day}, ${text}, ${kind}, ${vectorOf(words)}, ${createdAt}, ${updatedAt})
  `.execute(tx.getKysely());
}

/** Changes an entry of a user. */
export async function change(
  tx: EntityManager,
  userId: string,
  entry: Pick<NewJournalEntry, 'id' | 'day' | 'text' | 'kind' | 'words' | 'updatedAt'>,
): Promise<void> {
  await sql`
    update journal_entry
    set day = ${entry.day}, text = ${entry.text}, kind = ${entry.kind}, search = ${vectorOf(entry.words)},
      updated_at = ${entry.updatedAt}
    where id = ${entry.id} and user_id = ${userId}
  `.execute(tx.getKysely());
}

/** The number of a user's entries, and the size of their texts in UTF-8. */
export async function usageOfUser(
  em: EntityManager,
  userId: string,
): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(octet_length(text)), 0)::float8 as bytes
    from journal_entry where user_id = ${userId}
  `.execute(em.getKysely());
  return rows[0] ?? { count: 0, bytes: 0 };
}

/** How often a user has an entry. */
interface EntryCount extends Pick<JournalEntry, 'symbol' | 'day' | 'kind'> {
  /** SHA-256 of the text in UTF-8, in hexadecimal digits. */
  readonly digest: string;
  readonly count: number;
}

/** Counts equal entries of a user on some days. */
export async function countEqual(
  em: EntityManager,
  userId: string,
  days: readonly string[],
): Promise<EntryCount[]> {
  const { rows } = await sql<EntryCount>`
    select symbol, day, kind, encode(sha256(convert_to(text, 'UTF8')), 'hex') as digest, count(*)::int as count
    from journal_entry where user_id = ${userId} and day = any(${days}::date[])
    group by symbol, day, kind, digest
  `.execute(em.getKysely());
  return rows;
}

/** The stocks of a user's entries; the name is null for one that is not stored. */
export async function listStocks(
  em: EntityManager,
  userId: string,
): Promise<{ symbol: string; name: string | null }[]> {
  const { rows } = await sql<{ symbol: string; name: string | null }>`
    select entry.symbol, stock.name
    from (
        select user_id, symbol, max(created_at) as created_at
        from journal_entry where user_id = ${userId} group by 1, 2
      ) entry
      left join stock on ${isAbout}
  `.execute(em.getKysely());
  return rows;
}
