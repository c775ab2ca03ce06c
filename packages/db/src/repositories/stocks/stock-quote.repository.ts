import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type QuoteRow, type QuoteValues, quoteColumns, type RawQuoteRow, withDates } from './quote-row.ts';
import { isSeenBy } from './stock-owner.ts';

/** The stocks of `symbols` that are on the user's watch list or traded in a portfolio of theirs, with their quotes. */
export async function listOfUser(
  em: EntityManager,
  userId: string,
  symbols: readonly string[],
): Promise<QuoteRow[]> {
  const { rows } = await sql<RawQuoteRow>`
    select ${quoteColumns}
    from stock left join stock_quote quote on quote.stock_id = stock.id
    where stock.symbol = any(${symbols}::text[]) and ${isSeenBy(userId)} and (
      exists (select from user_stock link where link.stock_id = stock.id and link.user_id = ${userId})
      or exists (
        select from portfolio join transaction on transaction.portfolio_id = portfolio.id
        where portfolio.user_id = ${userId} and transaction.stock_id = stock.id
      )
    )
  `.execute(em.getKysely());
  return rows.map(withDates);
}

interface Wish {
  readonly now: Date;
  readonly until: Date;
  /** Rows that are wanted longer are not written. */
  readonly renewBefore: Date;
  /** A quote that was fetched before is due once when a page opens on it. */
  readonly oldBefore: Date;
  /** Stocks whose exchange is at its weekend: they are not due while the source says so, too. */
  readonly atWeekend: readonly number[];
}

/**
 * Wants the quotes of stocks for a page. New and long idle rows are due at once; at the weekend of a closed market only
 * those without a quote. Rows that stay wanted are fetched at the marks of their interval.
 * @returns the number of rows to fetch at once
 */
export async function want(
  em: EntityManager,
  stockIds: readonly number[],
  { now, until, renewBefore, oldBefore, atWeekend }: Wish,
): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    with wanted as (
      insert into stock_quote as quote (stock_id, wanted_until, due_at)
      select id, ${until}, ${now} from stock
      where id = any(${stockIds}::int[]) and not exists (
        select from stock_quote known where known.stock_id = stock.id and known.wanted_until >= ${renewBefore}
      )
      order by id
      on conflict (stock_id) do update set
        wanted_until = excluded.wanted_until,
        due_at = case
          when quote.due_at is null then excluded.due_at
          when (quote.wanted_until is null or quote.wanted_until < ${now}) and (
            quote.due_at < ${now} or quote.fetched_at < ${oldBefore}
              and not (quote.market_state = 'closed' and quote.stock_id = any(${atWeekend}::int[]))
          ) then excluded.due_at
          else quote.due_at end
      returning due_at
    )
    select count(*) filter (where due_at = ${now})::int as due from wanted
  `.execute(em.getKysely());
  return rows[0]?.due ?? 0;
}

const hasLevel = sql`exists (
  select from signal_rule rule
  where rule.stock_id = quote.stock_id and rule.session_level is not null and rule.is_active
)`;

/** Adds rows for stocks with an active session level: a crash of PostgreSQL empties the table. */
export async function addStocksWithLevels(em: EntityManager, now: Date): Promise<void> {
  await sql`
    insert into stock_quote (stock_id, due_at)
    select distinct stock_id, ${now}::timestamptz from signal_rule rule join stock on stock.id = rule.stock_id
    where rule.session_level is not null and rule.is_active and stock.data_source is distinct from 'csv'
    on conflict do nothing
  `.execute(em.getKysely());
}

/** Whether a wanted stock is due by `until`. */
export async function hasDue(em: EntityManager, now: Date, until: Date): Promise<boolean> {
  const { rows } = await sql`
    select from stock_quote quote
    where quote.due_at <= ${until} and (quote.wanted_until > ${now} or ${hasLevel}) limit 1
  `.execute(em.getKysely());
  return rows.length > 0;
}

/** The number of stocks that pages want or that have session levels, and of those whose quote was fetched since. */
export async function countWanted(
  em: EntityManager,
  now: Date,
  fetchedSince: Date,
): Promise<{ wanted: number; fetched: number }> {
  const { rows } = await sql<{ wanted: number; fetched: number }>`
    select count(*)::int as wanted, (count(*) filter (where quote.fetched_at >= ${fetchedSince}))::int as fetched
    from stock_quote quote where quote.wanted_until > ${now} or ${hasLevel}
  `.execute(em.getKysely());
  return rows[0] ?? { wanted: 0, fetched: 0 };
}

/** The numbers of wanted stocks by the state of their markets; `none` for those without a quote. */
export async function countByState(
  em: EntityManager,
  now: Date,
): Promise<{ state: NonNullable<QuoteValues['marketState']> | 'none'; count: number }[]> {
  const { rows } = await sql<{ state: NonNullable<QuoteValues['marketState']> | 'none'; count: number }>`
    select coalesce(quote.market_state, 'none') as state, count(*)::int as count
    from stock_quote quote where quote.wanted_until > ${now} or ${hasLevel} group by 1
  `.execute(em.getKysely());
  return rows;
}

/** Seconds from 0 to 54 by which the fetches of this database are late, so that installations do not call together. */
export async function phaseOfDatabase(em: EntityManager): Promise<number> {
  const { rows } = await sql<{ phase: number }>`
    select (system_identifier % 55)::int as phase from pg_control_system()
  `.execute(em.getKysely());
  return rows[0]?.phase ?? 0;
}

interface Claim {
  readonly now: Date;
  readonly until: Date;
  readonly limit: number;
  /** Stocks of these sources; with `isOther`, those of all other ones. */
  readonly sources: readonly string[];
  readonly isOther: boolean;
}

/**
 * Claims stocks that are due, those with session levels first, then those whose quotes are oldest. Workers share them:
 * a stock that another one has claimed is passed over until its claim has ended.
 */
export async function claim(
  em: EntityManager,
  { now, until, limit, sources, isOther }: Claim,
): Promise<QuoteRow[]> {
  const { rows } = await sql<RawQuoteRow>`
    with due as (
      select quote.stock_id from stock_quote quote join stock on stock.id = quote.stock_id
      where quote.due_at <= ${now} and (quote.claimed_until is null or quote.claimed_until <= ${now})
        and (quote.wanted_until > ${now} or ${hasLevel})
        and coalesce(stock.data_source, '') <> 'csv'
        and (coalesce(stock.data_source, '') = any(${sources}::text[])) <> ${isOther}::boolean
      order by ${hasLevel} desc, quote.fetched_at nulls first, quote.stock_id
      limit ${limit}
      for update of quote skip locked
    ), claimed as (
      update stock_quote set claimed_until = ${until} from due where stock_quote.stock_id = due.stock_id
      returning stock_quote.*
    )
    select ${quoteColumns} from claimed quote join stock on stock.id = quote.stock_id order by stock.id
  `.execute(em.getKysely());
  return rows.map(withDates);
}

/** Locks the rows of stocks, in their order, so that what is written next is compared with what is there. */
export async function lock(tx: EntityManager, stockIds: readonly number[]): Promise<QuoteRow[]> {
  const { rows } = await sql<RawQuoteRow>`
    select ${quoteColumns} from stock_quote quote join stock on stock.id = quote.stock_id
    where quote.stock_id = any(${stockIds}::int[]) order by quote.stock_id for update of quote
  `.execute(tx.getKysely());
  return rows.map(withDates);
}

export interface StoredQuote extends QuoteValues {
  readonly stockId: number;
  readonly dueAt: Date;
  readonly refreshedFor: string | null;
}

/** Stores quotes, and ends their claims. */
export async function store(tx: EntityManager, quotes: readonly StoredQuote[]): Promise<void> {
  if (quotes.length === 0) return;
  await sql`
    update stock_quote set
      source = entry.source, source_name = entry."sourceName", currency = entry.currency, price = entry.price,
      time = entry.time, previous_close = entry."previousClose", open = entry.open, high = entry.high,
      low = entry.low, volume = entry.volume, session_date = entry."sessionDate",
      market_state = entry."marketState", extended_kind = entry."extendedKind",
      extended_price = entry."extendedPrice", extended_time = entry."extendedTime",
      delay_minutes = entry."delayMinutes", delay_from = entry."delayFrom", is_rebased = entry."isRebased",
      fetched_at = entry."fetchedAt", refreshed_for = entry."refreshedFor", due_at = entry."dueAt",
      claimed_until = null, failures = 0, problem = null, revision = nextval('stock_quote_revision')
    from jsonb_to_recordset(${JSON.stringify(quotes)}::jsonb) as entry (
      "stockId" int, source text, "sourceName" text, currency text, price float8, time timestamptz,
      "previousClose" float8, open float8, high float8, low float8, volume float8, "sessionDate" date,
      "marketState" text, "extendedKind" text, "extendedPrice" float8, "extendedTime" timestamptz,
      "delayMinutes" int, "delayFrom" text, "isRebased" boolean, "fetchedAt" timestamptz, "refreshedFor" date,
      "dueAt" timestamptz
    )
    where stock_quote.stock_id = entry."stockId"
  `.execute(tx.getKysely());
}

/**
 * Plans the next try of stocks without a new quote, and ends their claims. `tx` must have locked their rows: an update
 * locks them in no order, and two could wait for each other.
 */
export async function postpone(
  tx: EntityManager,
  tries: readonly { stockId: number; dueAt: Date; failures: number; problem: string | null }[],
): Promise<void> {
  if (tries.length === 0) return;
  await sql`
    update stock_quote set
      due_at = entry."dueAt", failures = entry.failures, problem = entry.problem, claimed_until = null
    from jsonb_to_recordset(${JSON.stringify(tries)}::jsonb) as entry (
      "stockId" int, "dueAt" timestamptz, failures int, problem text
    )
    where stock_quote.stock_id = entry."stockId"
  `.execute(tx.getKysely());
}

/** Deletes rows that nothing has wanted since `before`. */
export async function removeUnwanted(em: EntityManager, before: Date): Promise<void> {
  await sql`
    delete from stock_quote quote
    where (quote.wanted_until is null or quote.wanted_until < ${before}) and not ${hasLevel}
  `.execute(em.getKysely());
}
