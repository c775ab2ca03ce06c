import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOfDay } from '@stockbook/common/days';
import { sql } from 'kysely';
import { dateArray, float8Array } from '../binary-arrays.ts';
import { floatsFromBase64, integersFromBase64 } from '../packed-numbers.ts';
import {
  type BarColumns,
  type BarRow,
  type FloatColumns,
  mapColumns,
  priceColumns,
  rowsOf,
  type ValueColumn,
  valueColumns,
  valueColumnsOf,
} from './bar-columns.ts';
import { barTables } from './bar-tables.ts';

/** Factors of the prices before, between and from `dates` on: one more than dates, which ascend. */
export interface PriceFactors {
  readonly dates: readonly string[];
  readonly factors: readonly number[];
}

const multiplied = sql.join(priceColumns.map((name) => sql`${sql.ref(name)} * factor as ${sql.ref(name)}`));

/** The bars of a stock as a subquery, with prices multiplied by `factors` if there are any. */
function barsOf(stockId: number, factors: PriceFactors | null) {
  if (factors === null) return sql`(select * from price_bar where stock_id = ${stockId})`;
  return sql`(
    select date, ${multiplied}, volume
    from (
      select *, (${factors.factors}::float8[])[width_bucket(date, ${factors.dates}::date[]) + 1] as factor
      from price_bar where stock_id = ${stockId}
    ) bar
  )`;
}

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

/** A loop: `Array.from` takes several times as long. */
function datesOf(days: Int32Array): string[] {
  const result: string[] = [];
  for (const day of days) result.push(dateOfDay(day));
  return result;
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

export interface PeriodRow extends BarRow {
  /** Whether the period ended before today. */
  isComplete: boolean;
}

/**
 * Bars of the whole weeks (Monday to Sunday) or months that touch the range, oldest first, each dated by its first
 * daily bar.
 * @param today the exchange's current date
 */
export async function listAggregated(
  em: EntityManager,
  stockId: number,
  unit: 'week' | 'month',
  today: string,
  range: DateRange = {},
  factors: PriceFactors | null = null,
): Promise<PeriodRow[]> {
  const { rows } = await sql<PeriodRow>`
    select
      min(date) as date,
      (array_agg(open order by date))[1] as open,
      max(high) as high,
      min(low) as low,
      (array_agg(close order by date desc))[1] as close,
      sum(volume) as volume,
      date_trunc(${unit}, min(date)) < date_trunc(${unit}, ${today}::date) as "isComplete"
    from ${barsOf(stockId, factors)} bar
    where date >= coalesce(date_trunc(${unit}, ${range.from ?? null}::timestamp), '-infinity')
      and date < coalesce(date_trunc(${unit}, ${range.to ?? null}::timestamp) + ${`1 ${unit}`}::interval, 'infinity')
    group by date_trunc(${unit}, date)
    order by 1
  `.execute(barTables(em));
  return rows;
}

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

/** Inserts the bars of days that have none: half the time of `store`. @returns their number */
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

/**
 * Deletes the bars of a stock on `dates`; as a subquery they would be joined, which takes three times as long.
 * @returns the number of deleted bars
 */
export async function deleteDates(
  em: EntityManager,
  stockId: number,
  dates: readonly string[],
): Promise<number> {
  if (dates.length === 0) return 0;
  const { numAffectedRows } = await sql`
    delete from price_bar where stock_id = ${stockId} and date = any(${dateArray(dates)}::date[])
  `.execute(barTables(em));
  return Number(numAffectedRows ?? 0n);
}

/** The newest bars before a day, newest first. */
export async function listBefore(
  em: EntityManager,
  stockId: number,
  date: string,
  limit: number,
): Promise<Pick<BarRow, 'date' | 'high' | 'low' | 'close'>[]> {
  const { rows } = await sql<Pick<BarRow, 'date' | 'high' | 'low' | 'close'>>`
    select date, high, low, close from price_bar where stock_id = ${stockId} and date < ${date}
    order by date desc limit ${limit}
  `.execute(em.getKysely());
  return rows;
}

/** The number of bars between two days, without these days. */
export async function countBetween(
  em: EntityManager,
  stockId: number,
  after: string,
  before: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from price_bar
    where stock_id = ${stockId} and date > ${after} and date < ${before}
  `.execute(em.getKysely());
  return rows[0]?.count ?? 0;
}
