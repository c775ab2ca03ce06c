import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Stock, StockFigures } from '../../entities/stocks.ts';
import { barTables } from './bar-tables.ts';

type BarSummary = Pick<
  Stock,
  | 'barCount'
  | 'dataStartDate'
  | 'dataEndDate'
  | 'lastClose'
  | 'previousClose'
  | 'recentCloses'
  | 'weekendDays'
> & { figures: StockFigures | null };

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
      array_to_json(array(
        select extract(isodow from date)::int from price_bar
        where stock_id = ${stockId} and extract(isodow from date) > 5
          and date > (select max(date) from price_bar where stock_id = ${stockId}) - 28
        group by 1 having count(*) > 1 order by 1
      )) as "weekendDays",
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
