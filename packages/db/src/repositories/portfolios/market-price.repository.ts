import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Stock } from '../../entities/stocks.ts';
import type { SplitRow } from '../stocks/stock-action.repository.ts';
import { isOfSource } from '../stocks/stock-owner.ts';

/** A stock, and a day on which its price is wanted. */
export interface PriceRequest {
  readonly stockId: number;
  readonly date: string;
}

/** The last bar at or before a day, in today's shares. */
export interface DayPrice extends PriceRequest {
  /** Day of the bar. */
  readonly barDate: string;
  readonly low: number;
  readonly high: number;
  readonly close: number;
}

/** The last bars at or before days, of many stocks in one query; days before the first bar are absent. */
export async function listPrices(em: EntityManager, requests: readonly PriceRequest[]): Promise<DayPrice[]> {
  if (requests.length === 0) return [];
  const { rows } = await sql<DayPrice>`
    select request.stock_id as "stockId", request.date, bar.date as "barDate", bar.low, bar.high, bar.close
    from unnest(
      ${requests.map(({ stockId }) => stockId)}::int[], ${requests.map(({ date }) => date)}::date[]
    ) as request(stock_id, date)
    cross join lateral (
      select date, low, high, close from price_bar
      where stock_id = request.stock_id and date <= request.date order by date desc limit 1
    ) bar
  `.execute(em.getKysely());
  return rows;
}

/** The splits of many stocks in one query, oldest first. */
export async function listSplits(
  em: EntityManager,
  stockIds: readonly number[],
): Promise<(SplitRow & { readonly stockId: number })[]> {
  const { rows } = await sql<SplitRow & { stockId: number }>`
    select stock_id as "stockId", ex_date as "exDate", numerator, denominator
    from stock_split where stock_id = any(${stockIds}::int[]) order by stock_id, ex_date
  `.execute(em.getKysely());
  return rows;
}

/** The stocks of sources with these symbols that have bars. */
export async function listWithBars(
  em: EntityManager,
  symbols: readonly string[],
): Promise<Pick<Stock, 'id' | 'symbol'>[]> {
  const { rows } = await sql<Pick<Stock, 'id' | 'symbol'>>`
    select id, symbol from stock where symbol = any(${symbols}::text[]) and ${isOfSource} and bar_count > 0
  `.execute(em.getKysely());
  return rows;
}
