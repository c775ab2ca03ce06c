import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { arrayLiteral, barTables } from '../bar-tables.ts';
import { type BarColumns, valueColumns, valueColumnsOf } from './bar-columns.ts';

const inserted = sql.join(valueColumns.map((name) => sql.ref(name)));
const replaced = sql.join(valueColumns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));

/**
 * Upserts bars in one statement with one array parameter per column (docs/decisions/005-bars-by-sql.md). Unchanged bars
 * are not rewritten.
 * @returns the number of new or changed bars
 */
export async function store(em: EntityManager, stockId: number, bars: BarColumns): Promise<number> {
  const values = sql.join(valueColumns.map((name) => sql`${arrayLiteral(bars[name])}::float8[]`));
  const { rows } = await sql<{ count: number }>`
    with stored as (
      insert into price_bar as bar (stock_id, date, ${inserted})
      select ${stockId}::int, t.* from unnest(${arrayLiteral(bars.date)}::date[], ${values}) as t
      on conflict (stock_id, date) do update set ${replaced}
      where (${valueColumnsOf('bar')}) is distinct from (${valueColumnsOf('excluded')})
      returning 1
    )
    select count(*)::int as count from stored
  `.execute(barTables(em));
  return rows[0]?.count ?? 0;
}

/**
 * Deletes the bars of a stock whose date is not in `dates`, the dates of a complete history.
 * @returns the number of deleted bars
 */
export async function deleteOthers(
  em: EntityManager,
  stockId: number,
  dates: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from price_bar
    where stock_id = ${stockId} and date not in (select unnest(${arrayLiteral(dates)}::date[]))
  `.execute(barTables(em));
  return Number(numAffectedRows ?? 0n);
}

/** Deletes the bars of a stock on `dates`. @returns the number of deleted bars */
export async function deleteDates(
  em: EntityManager,
  stockId: number,
  dates: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from price_bar where stock_id = ${stockId} and date in (select unnest(${arrayLiteral(dates)}::date[]))
  `.execute(barTables(em));
  return Number(numAffectedRows ?? 0n);
}
