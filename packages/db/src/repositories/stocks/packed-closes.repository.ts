import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/**
 * Packs the closes of a stock again whose bars have changed. Call it in the transaction that changes bars.
 * @param since the day of the first change, `YYYY-MM-DD`; null: all bars
 */
export async function repack(em: EntityManager, stockId: number, since: string | null): Promise<void> {
  const year = since === null ? null : Number(since.slice(0, 4));
  await sql`
    with packed as (
      select extract(year from date)::int as year,
        string_agg(int4send(date - '1970-01-01'::date), '' order by date) as days,
        string_agg(float8send(close), '' order by date) as closes
      from price_bar
      where stock_id = ${stockId} and (${year}::int is null or date >= make_date(${year}::int, 1, 1))
      group by 1
    ), removed as (
      delete from packed_closes
      where stock_id = ${stockId} and year >= coalesce(${year}::int, year) and year not in (select year from packed)
    )
    insert into packed_closes (stock_id, year, days, closes) select ${stockId}::int, year, days, closes from packed
    on conflict (stock_id, year) do update set days = excluded.days, closes = excluded.closes
  `.execute(em.getKysely());
}

/** Packs the closes of all stocks again. */
export async function repackAll(em: EntityManager): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from stock order by id`.execute(em.getKysely());
  for (const { id } of rows) await repack(em, id, null);
}
