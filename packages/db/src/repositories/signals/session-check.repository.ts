import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { QuoteSource } from '../../entities/quotes.ts';
import type { SignalRule } from '../../entities/signals.ts';

/** The quote by which a level was last checked. */
export interface LastCheck {
  readonly sessionDate: string;
  readonly price: number;
  readonly high: number | null;
  readonly low: number | null;
  readonly source: QuoteSource;
  readonly checkedAt: Date;
}

/** An active level that is checked during the session. */
export interface SessionLevel
  extends Pick<SignalRule, 'id' | 'name' | 'trigger' | 'quietBars' | 'expiresOn'> {
  readonly userId: string;
  readonly stockId: number;
  readonly level: number;
  readonly updatedAt: Date;
  readonly lastCheck: LastCheck | null;
  /** The last bar when the level was armed, and the bar of its last signal; null without one. */
  readonly armedFrom: string | null;
  readonly lastSignalDate: string | null;
}

type RawLevel = Omit<SessionLevel, 'updatedAt' | 'lastCheck'> & { updatedAt: string } & {
  [Field in keyof LastCheck]: Field extends 'checkedAt' ? string : LastCheck[Field];
};

/**
 * Locks the active session levels of stocks.
 * @returns the ids of their rules as PostgreSQL writes them, for other statements alone; null if there are none
 */
export async function lockLevels(tx: EntityManager, stockIds: readonly number[]): Promise<string | null> {
  const { rows } = await sql<{ ids: string | null }>`
    select array_agg(id)::text as ids from (
      select id from signal_rule
      where stock_id = any(${stockIds}::int[]) and session_level is not null and is_active
      order by id for no key update
    ) locked
  `.execute(tx.getKysely());
  return rows[0]?.ids ?? null;
}

/** The prices of a stock that its levels may have been touched by. */
interface PriceRange {
  readonly stockId: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Of locked levels those within the prices of their stock, to which the price of the last check counts, with what that
 * check saw. Most levels are far from the price: reading all of them takes longer than the rest of a check.
 */
export async function listWithin(
  tx: EntityManager,
  locked: string,
  ranges: readonly PriceRange[],
): Promise<SessionLevel[]> {
  const { rows } = await sql<RawLevel>`
    select rule.id, rule.name, rule.trigger, rule.quiet_bars as "quietBars",
      rule.expires_on as "expiresOn", rule.user_id as "userId", rule.stock_id as "stockId",
      rule.session_level as level, rule.updated_at as "updatedAt", last.session_date as "sessionDate", last.price,
      last.high, last.low, last.source, last.checked_at as "checkedAt", state.armed_from as "armedFrom",
      state.last_signal_date as "lastSignalDate"
    from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) as entry ("stockId" int, low float8, high float8)
      join signal_rule rule on rule.stock_id = entry."stockId"
      left join session_check last on last.rule_id = rule.id
      left join signal_state state on state.rule_id = rule.id and state.stock_id = rule.stock_id
    where rule.id = any(${locked}::uuid[])
      and rule.session_level between least(entry.low, last.price) and greatest(entry.high, last.price)
    order by rule.id
  `.execute(tx.getKysely());
  return rows.map(({ sessionDate, price, high, low, source, checkedAt, updatedAt, ...level }) => ({
    ...level,
    updatedAt: new Date(updatedAt),
    lastCheck:
      checkedAt === null ? null : { sessionDate, price, high, low, source, checkedAt: new Date(checkedAt) },
  }));
}

/**
 * Stores what the checks of locked levels saw, unless they have seen newer prices. All but first checks replace one,
 * for which an update takes less time than an insert with a conflict.
 */
export async function save(
  tx: EntityManager,
  locked: string,
  checks: readonly (LastCheck & { readonly stockId: number })[],
): Promise<void> {
  await sql`
    with entry as (
      select rule.id, entry.* from jsonb_to_recordset(${JSON.stringify(checks)}::jsonb) as entry (
        "stockId" int, "sessionDate" date, price float8, high float8, low float8, source text, "checkedAt" timestamptz
      ) join signal_rule rule on rule.stock_id = entry."stockId"
      where rule.id = any(${locked}::uuid[])
    ), replaced as (
      update session_check set session_date = entry."sessionDate", price = entry.price, high = entry.high,
        low = entry.low, source = entry.source, checked_at = entry."checkedAt"
      from entry where session_check.rule_id = entry.id and session_check.checked_at < entry."checkedAt"
    )
    insert into session_check (rule_id, session_date, price, high, low, source, checked_at)
    select id, "sessionDate", price, high, low, source, "checkedAt" from entry
    where not exists (select from session_check known where known.rule_id = entry.id)
  `.execute(tx.getKysely());
}

/**
 * Arms a level: the present quote of an open session is its last check.
 * @param presentSince older quotes are not present: until the next one, prices pass that nothing has seen
 */
export async function arm(tx: EntityManager, ruleId: string, presentSince: Date): Promise<void> {
  await sql`delete from session_check where rule_id = ${ruleId}`.execute(tx.getKysely());
  await sql`
    insert into session_check (rule_id, session_date, price, high, low, source, checked_at)
    select rule.id, quote.session_date, quote.price, quote.high, quote.low, quote.source, quote.time
    from signal_rule rule join stock_quote quote on quote.stock_id = rule.stock_id
    where rule.id = ${ruleId} and rule.session_level is not null and quote.market_state = 'open' and not quote.is_rebased
      and quote.fetched_at > ${presentSince}
  `.execute(tx.getKysely());
}

/**
 * Notes the bars of signals, from which quiet bars count. A rule that was armed since the last refresh has no state
 * yet: it gets the one of that refresh.
 */
export async function noteSignals(
  tx: EntityManager,
  signals: readonly { ruleId: string; stockId: number; barDate: string }[],
): Promise<void> {
  await sql`
    insert into signal_state (rule_id, stock_id, armed_from, evaluated_to, bars_revision, last_signal_date)
    select "ruleId", stock.id, data_end_date, data_end_date, bars_revision, "barDate"
    from jsonb_to_recordset(${JSON.stringify(signals)}::jsonb) as entry ("ruleId" uuid, "stockId" int, "barDate" date)
      join stock on stock.id = entry."stockId"
    where data_end_date is not null
    on conflict (rule_id, stock_id) do update set last_signal_date = excluded.last_signal_date
  `.execute(tx.getKysely());
}

/** Decides, by the stored bars of a stock, whether signals of its sessions hold. */
export async function confirmSignals(tx: EntityManager, stockId: number): Promise<void> {
  const db = tx.getKysely();
  const { rows: waiting } = await sql<{ date: string }>`
    select distinct bar_date as date from signal
    where stock_id = ${stockId} and price_time is not null and is_confirmed is null
  `.execute(db);
  if (waiting.length === 0) return;
  // Bars may lie on another node than signals.
  const { rows: ranges } = await sql<{ date: string; low: number; high: number }>`
    select bar.date, least(bar.low, before.close) as low, greatest(bar.high, before.close) as high
    from price_bar bar left join lateral (
      select close from price_bar where stock_id = bar.stock_id and date < bar.date order by date desc limit 1
    ) before on true
    where bar.stock_id = ${stockId} and bar.date = any(${waiting.map(({ date }) => date)}::date[])
  `.execute(db);
  await sql`
    update signal set is_confirmed = signal.level between range.low and range.high
    from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) as range (date date, low float8, high float8)
    where signal.stock_id = ${stockId} and signal.price_time is not null and signal.is_confirmed is null
      and signal.bar_date = range.date
  `.execute(db);
}

/** Adapts the levels of signals that wait for their final bar to a split. @param ratio new shares for an old one */
export async function rescaleSignals(
  tx: EntityManager,
  { stockId, exDate, ratio }: { stockId: number; exDate: string; ratio: number },
): Promise<void> {
  await sql`
    update signal set level = level / ${ratio}
    where stock_id = ${stockId} and price_time is not null and is_confirmed is null and bar_date < ${exDate}
  `.execute(tx.getKysely());
}
