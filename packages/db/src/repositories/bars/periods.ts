import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { barTables } from '../stocks/bar-tables.ts';
import type { BarRow } from './bar-columns.ts';
import { barsOf, type PriceFactors } from './price-factors.ts';
import type { DateRange } from './read-bars.ts';

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
