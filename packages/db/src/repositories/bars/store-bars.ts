import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { dateArray, float8Array } from '../binary-arrays.ts';
import { barTables } from '../stocks/bar-tables.ts';
import { type BarColumns, valueColumns, valueColumnsOf } from './bar-columns.ts';

const inserted = sql.join(valueColumns.map((name) => sql.ref(name)));
const replaced = sql.join(valueColumns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));

/** Bars as rows of parameters in binary arrays, one per column. */
function rowsOfArrays(stockId: number, bars: BarColumns) {
  const values = sql.join(valueColumns.map((name) => sql`${float8Array(bars[name])}::float8[]`));
  return sql`select ${stockId}::int, bar.* from unnest(${dateArray(bars.date)}::date[], ${values}) as bar`;
}

export async function hasAny(em: EntityManager, stockId: number): Promise<boolean> {
  const { rows } = await sql`select from price_bar where stock_id = ${stockId} limit 1`.execute(
    barTables(em),
  );
  return rows.length > 0;
}

/** Inserts the bars of a stock that has none: half the time of `store`. @returns their number */
export async function insert(em: EntityManager, stockId: number, bars: BarColumns): Promise<number> {
  await sql`
    insert into price_bar (stock_id, date, ${inserted}) ${rowsOfArrays(stockId, bars)}
  `.execute(barTables(em));
  return bars.date.length;
}

/**
 * Upserts bars in one statement with one array parameter per column (docs/decisions/005-bars-by-sql.md). Unchanged bars
 * are not rewritten.
 * @returns the number of new or changed bars
 */
export async function store(em: EntityManager, stockId: number, bars: BarColumns): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with stored as (
      insert into price_bar as bar (stock_id, date, ${inserted})
      ${rowsOfArrays(stockId, bars)}
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
    where stock_id = ${stockId} and date not in (select unnest(${dateArray(dates)}::date[]))
  `.execute(barTables(em));
  return Number(numAffectedRows ?? 0n);
}

/** Deletes the bars of a stock on `dates`. @returns the number of deleted bars */
export async function deleteDates(
  em: EntityManager,
  stockId: number,
  dates: readonly string[],
): Promise<number> {
  if (dates.length === 0) return 0;
  const { numAffectedRows } = await sql`
    delete from price_bar where stock_id = ${stockId} and date in (select unnest(${dateArray(dates)}::date[]))
  `.execute(barTables(em));
  return Number(numAffectedRows ?? 0n);
}
