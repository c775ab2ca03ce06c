import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { barTables } from '../bar-tables.ts';
import { type BarColumns, type BarRow, mapColumns, rowsOf, valueColumns } from './bar-columns.ts';
import { barsOf, type PriceFactors } from './price-factors.ts';

/** Both ends are inclusive. */
export interface DateRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Daily bars, oldest first. */
export async function listDaily(
  em: EntityManager,
  stockId: number,
  range: DateRange = {},
  factors: PriceFactors | null = null,
): Promise<BarRow[]> {
  return rowsOf(await readColumns(em, stockId, range, factors));
}

type PackedColumns = { date: string[] | null } & Record<(typeof valueColumns)[number], Buffer | null>;

const packed = sql.join(
  valueColumns.map((name) => sql`string_agg(float8send(${sql.ref(name)}), '') as ${sql.ref(name)}`),
);

/** Bars of a stock as columns, oldest first. PostgreSQL packs floats in half the time that it takes to write them as JSON. */
export async function readColumns(
  em: EntityManager,
  stockId: number,
  range: DateRange = {},
  factors: PriceFactors | null = null,
): Promise<BarColumns> {
  const { rows } = await sql<PackedColumns>`
    select array_to_json(array_agg(date)) as date, ${packed}
    from (
      select * from ${barsOf(stockId, factors)} bar
      where date between coalesce(${range.from ?? null}::date, '-infinity')
        and coalesce(${range.to ?? null}::date, 'infinity')
      order by date
    ) bar
  `.execute(barTables(em));
  const [columns] = rows;
  return { date: columns?.date ?? [], ...mapColumns((name) => unpacked(columns?.[name])) };
}

/** @param bytes floats of 8 bytes each in network byte order, as `float8send` writes them */
function unpacked(bytes: Buffer | null | undefined): number[] {
  const values: number[] = [];
  if (!bytes) return values;
  for (let at = 0; at < bytes.length; at += Float64Array.BYTES_PER_ELEMENT) {
    values.push(bytes.readDoubleBE(at));
  }
  return values;
}

/** The first and the last date of a stock's bars within a range; null without bars. */
export async function findDates(
  em: EntityManager,
  stockId: number,
  { from, to }: DateRange,
): Promise<{ first: string; last: string } | null> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(date) as first, max(date) as last from price_bar
    where stock_id = ${stockId}
      and date between coalesce(${from ?? null}::date, '-infinity') and coalesce(${to ?? null}::date, 'infinity')
  `.execute(barTables(em));
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? null : { first, last };
}

/** The days since `from` on which a stock was traded, ascending. */
export async function listTradedDates(em: EntityManager, stockId: number, from: string): Promise<string[]> {
  const { rows } = await sql<{ dates: string[] | null }>`
    select array_to_json(array_agg(date order by date)) as dates
    from price_bar where stock_id = ${stockId} and date >= ${from}::date and volume > 0
  `.execute(barTables(em));
  return rows[0]?.dates ?? [];
}
