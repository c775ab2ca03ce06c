import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { StockFigures } from '../../entities/stocks/stock.entity.ts';
import { arrayLiteral, barTables } from './bar-tables.ts';

/** Daily bars as columns of one length, ascending by date (`YYYY-MM-DD`). */
export interface BarColumns {
  readonly date: readonly string[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

export interface BarRow {
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

export interface DateRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Upserts bars in one statement with one array parameter per column (docs/decisions/005-bars-by-sql.md). Unchanged bars
 * are not rewritten.
 * @returns the number of new or changed bars
 */
export async function store(em: EntityManager, stockId: number, bars: BarColumns): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with stored as (
      insert into price_bar as bar (stock_id, date, open, high, low, close, volume)
      select ${stockId}::int, t.* from unnest(
        ${arrayLiteral(bars.date)}::date[], ${arrayLiteral(bars.open)}::float8[], ${arrayLiteral(bars.high)}::float8[],
        ${arrayLiteral(bars.low)}::float8[], ${arrayLiteral(bars.close)}::float8[], ${arrayLiteral(bars.volume)}::float8[]
      ) as t
      on conflict (stock_id, date) do update set
        open = excluded.open, high = excluded.high, low = excluded.low,
        close = excluded.close, volume = excluded.volume
      where (bar.open, bar.high, bar.low, bar.close, bar.volume)
        is distinct from (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume)
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

/** Factors of the prices before, between and from `dates` on: one more than dates, which ascend. */
export interface PriceFactors {
  readonly dates: readonly string[];
  readonly factors: readonly number[];
}

/** The bars of a stock as a subquery, with prices multiplied by `factors` if there are any. */
function barsOf(stockId: number, factors: PriceFactors | null) {
  if (factors === null) return sql`(select * from price_bar where stock_id = ${stockId})`;
  return sql`(
    select date, open * factor as open, high * factor as high, low * factor as low, close * factor as close, volume
    from (
      select *, (${factors.factors}::float8[])[width_bucket(date, ${factors.dates}::date[]) + 1] as factor
      from price_bar where stock_id = ${stockId}
    ) bar
  )`;
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

/** The days since `from` on which a stock was traded, ascending. */
export async function listTradedDates(em: EntityManager, stockId: number, from: string): Promise<string[]> {
  const { rows } = await sql<{ dates: string[] | null }>`
    select array_to_json(array_agg(date order by date)) as dates
    from price_bar where stock_id = ${stockId} and date >= ${from}::date and volume > 0
  `.execute(barTables(em));
  return rows[0]?.dates ?? [];
}

/** Daily bars, oldest first; `from` and `to` are inclusive. */
export async function listDaily(
  em: EntityManager,
  stockId: number,
  range: DateRange = {},
  factors: PriceFactors | null = null,
): Promise<BarRow[]> {
  const { date: dates, open, high, low, close, volume } = await readColumns(em, stockId, range, factors);
  const at = (column: readonly number[], row: number) => column[row] ?? Number.NaN;
  return dates.map((date, row) => ({
    date,
    open: at(open, row),
    high: at(high, row),
    low: at(low, row),
    close: at(close, row),
    volume: at(volume, row),
  }));
}

/** A week or month as one bar. */
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

/**
 * Bars of a stock as columns, oldest first; `from` and `to` are inclusive. PostgreSQL packs floats in half the time that it takes to
 * write them as JSON.
 */
export async function readColumns(
  em: EntityManager,
  stockId: number,
  range: DateRange = {},
  factors: PriceFactors | null = null,
): Promise<BarColumns> {
  const { rows } = await sql<{
    date: string[] | null;
    open: Buffer | null;
    high: Buffer | null;
    low: Buffer | null;
    close: Buffer | null;
    volume: Buffer | null;
  }>`
    select
      array_to_json(array_agg(date)) as date,
      string_agg(float8send(open), '') as open,
      string_agg(float8send(high), '') as high,
      string_agg(float8send(low), '') as low,
      string_agg(float8send(close), '') as close,
      string_agg(float8send(volume), '') as volume
    from (
      select * from ${barsOf(stockId, factors)} bar
      where date between coalesce(${range.from ?? null}::date, '-infinity')
        and coalesce(${range.to ?? null}::date, 'infinity')
      order by date
    ) bar
  `.execute(barTables(em));
  const [columns] = rows;
  return {
    date: columns?.date ?? [],
    open: unpacked(columns?.open),
    high: unpacked(columns?.high),
    low: unpacked(columns?.low),
    close: unpacked(columns?.close),
    volume: unpacked(columns?.volume),
  };
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

export interface BarSummary {
  barCount: number;
  dataStartDate: string | null;
  dataEndDate: string | null;
  lastClose: number | null;
  previousClose: number | null;
  /** The last `maxRecentCloses` closes, oldest first. */
  recentCloses: number[];
  figures: StockFigures | null;
}

/** About one month of trading days. */
const maxRecentCloses = 22;

/** The summary of the bars that is stored in the stock's row. */
export async function summarize(em: EntityManager, stockId: number): Promise<BarSummary> {
  const { rows } = await sql<BarSummary>`
    select
      count(*)::int as "barCount",
      min(date) as "dataStartDate",
      max(date) as "dataEndDate",
      (select close from price_bar where stock_id = ${stockId} order by date desc limit 1) as "lastClose",
      (select close from price_bar where stock_id = ${stockId} order by date desc limit 1 offset 1) as "previousClose",
      array_to_json(array(select close from (
        select date, close from price_bar where stock_id = ${stockId} order by date desc limit ${maxRecentCloses}
      ) bar order by date)) as "recentCloses",
      (
        select jsonb_build_object(
          'volume', last.volume,
          'low', (select min(low) from price_bar
            where stock_id = ${stockId} and date > last.date - interval '1 year'),
          'high', (select max(high) from price_bar
            where stock_id = ${stockId} and date > last.date - interval '1 year'),
          'weekClose', (select close from price_bar
            where stock_id = ${stockId} and date <= last.date - 7 order by date desc limit 1),
          'monthClose', (select close from price_bar
            where stock_id = ${stockId} and date <= last.date - interval '1 month' order by date desc limit 1),
          'yearClose', (select close from price_bar
            where stock_id = ${stockId} and date < date_trunc('year', last.date) order by date desc limit 1)
        )
        from (select date, volume from price_bar where stock_id = ${stockId} order by date desc limit 1) last
      ) as figures
    from price_bar where stock_id = ${stockId}
  `.execute(barTables(em));
  const [summary] = rows;
  if (!summary) throw new Error('The aggregate returned no row');
  return summary;
}
