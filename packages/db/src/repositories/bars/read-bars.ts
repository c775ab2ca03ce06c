import type { EntityManager } from '@mikro-orm/postgresql';
import { dayMs } from '@stockbook/common/durations';
import { sql } from 'kysely';
import { floatsFromBase64, integersFromBase64 } from '../packed-numbers.ts';
import { barTables } from '../stocks/bar-tables.ts';
import {
  type BarRow,
  type FloatColumns,
  mapColumns,
  rowsOf,
  type ValueColumn,
  valueColumns,
} from './bar-columns.ts';
import { barsOf, type PriceFactors } from './price-factors.ts';

/** Both ends are inclusive. */
export interface DateRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface BarSelection extends DateRange {
  readonly factors?: PriceFactors | null;
  /** All by default; the others are empty. */
  readonly columns?: readonly ValueColumn[];
}

/** Daily bars, oldest first. */
export async function listDaily(
  em: EntityManager,
  stockId: number,
  selection: Omit<BarSelection, 'columns'> = {},
): Promise<BarRow[]> {
  return rowsOf(await readColumns(em, stockId, selection));
}

type PackedColumns = { days: string | null } & Partial<Record<ValueColumn, string | null>>;

/** Bars of a stock as columns, oldest first. Packing and encoding them takes half the time of writing them as JSON. */
export async function readColumns(
  em: EntityManager,
  stockId: number,
  { from, to, factors = null, columns: names = valueColumns }: BarSelection = {},
): Promise<FloatColumns> {
  const packed = sql.join(
    names.map(
      (name) => sql`encode(string_agg(float8send(${sql.ref(name)}), ''), 'base64') as ${sql.ref(name)}`,
    ),
  );
  const { rows } = await sql<PackedColumns>`
    select encode(string_agg(int4send(date - ${epoch}::date), ''), 'base64') as days, ${packed}
    from (
      select * from ${barsOf(stockId, factors)} bar
      where date between coalesce(${from ?? null}::date, '-infinity')
        and coalesce(${to ?? null}::date, 'infinity')
      order by date
    ) bar
  `.execute(barTables(em));
  const [columns] = rows;
  return {
    date: datesOf(integersFromBase64(columns?.days)),
    ...mapColumns((name) => floatsFromBase64(columns?.[name])),
  };
}

const epoch = '1970-01-01';

/** Histories share their days, so that each date is formatted and kept once. */
const dates = new Map<number, string>();

/** A loop: `Array.from` takes several times as long. */
function datesOf(days: Int32Array): string[] {
  const result: string[] = [];
  for (const day of days) result.push(dateOfDay(day));
  return result;
}

/** @param day since `epoch` */
function dateOfDay(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
  dates.set(day, date);
  return date;
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
