import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { StockDividend, StockSplit } from '../../entities/stocks.ts';
import { barTables } from './bar-tables.ts';

export type SplitRow = Pick<StockSplit, 'exDate' | 'numerator' | 'denominator'>;

export type DividendRow = Pick<StockDividend, 'exDate' | 'amount' | 'currency'>;

/** A dividend, and the last close before its ex-date. */
export interface PricedDividend {
  exDate: string;
  amount: number;
  previousClose: number;
}

/**
 * Replaces the splits of a stock on the day `from` or later.
 * @returns the number of new, changed and deleted splits
 */
export async function replaceSplits(
  em: EntityManager,
  stockId: number,
  from: string,
  splits: readonly SplitRow[],
): Promise<number> {
  const dates = splits.map(({ exDate }) => exDate);
  const { rows } = await sql<{ count: number }>`
    with deleted as (
      delete from stock_split
      where stock_id = ${stockId} and ex_date >= ${from}::date and ex_date not in (select unnest(${dates}::date[]))
      returning 1
    ), stored as (
      insert into stock_split as split (stock_id, ex_date, numerator, denominator)
      select ${stockId}::int, t.* from unnest(
        ${dates}::date[],
        ${splits.map(({ numerator }) => numerator)}::float8[],
        ${splits.map(({ denominator }) => denominator)}::float8[]
      ) as t
      on conflict (stock_id, ex_date) do update set
        numerator = excluded.numerator, denominator = excluded.denominator
      where (split.numerator, split.denominator) is distinct from (excluded.numerator, excluded.denominator)
      returning 1
    )
    select ((select count(*) from deleted) + (select count(*) from stored))::int as count
  `.execute(barTables(em));
  return rows[0]?.count ?? 0;
}

/**
 * Replaces the dividends of a stock on the day `from` or later.
 * @returns the number of new, changed and deleted dividends
 */
export async function replaceDividends(
  em: EntityManager,
  stockId: number,
  from: string,
  dividends: readonly DividendRow[],
): Promise<number> {
  const dates = dividends.map(({ exDate }) => exDate);
  const { rows } = await sql<{ count: number }>`
    with deleted as (
      delete from stock_dividend
      where stock_id = ${stockId} and ex_date >= ${from}::date and ex_date not in (select unnest(${dates}::date[]))
      returning 1
    ), stored as (
      insert into stock_dividend as dividend (stock_id, ex_date, amount, currency)
      select ${stockId}::int, t.* from unnest(
        ${dates}::date[],
        ${dividends.map(({ amount }) => amount)}::float8[],
        ${dividends.map(({ currency }) => currency)}::text[]
      ) as t
      on conflict (stock_id, ex_date) do update set amount = excluded.amount, currency = excluded.currency
      where (dividend.amount, dividend.currency) is distinct from (excluded.amount, excluded.currency)
      returning 1
    )
    select ((select count(*) from deleted) + (select count(*) from stored))::int as count
  `.execute(barTables(em));
  return rows[0]?.count ?? 0;
}

/** The splits of a stock, oldest first. */
export function listSplits(em: EntityManager, stockId: number): Promise<SplitRow[]> {
  return barTables(em)
    .selectFrom('stock_split')
    .select(['ex_date as exDate', 'numerator', 'denominator'])
    .where('stock_id', '=', stockId)
    .orderBy('ex_date')
    .execute();
}

/** The dividends of a stock, oldest first. */
export function listDividends(em: EntityManager, stockId: number): Promise<DividendRow[]> {
  return barTables(em)
    .selectFrom('stock_dividend')
    .select(['ex_date as exDate', 'amount', 'currency'])
    .where('stock_id', '=', stockId)
    .orderBy('ex_date')
    .execute();
}

/** The dividends of a stock with a bar before their ex-date, oldest first. */
export async function listPricedDividends(em: EntityManager, stockId: number): Promise<PricedDividend[]> {
  const { rows } = await sql<PricedDividend>`
    select ex_date as "exDate", amount, previous.close as "previousClose"
    from stock_dividend cross join lateral (
      select close from price_bar
      where stock_id = ${stockId} and date < ex_date order by date desc limit 1
    ) previous
    where stock_id = ${stockId} order by ex_date
  `.execute(barTables(em));
  return rows;
}
