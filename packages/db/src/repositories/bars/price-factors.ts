import { sql } from 'kysely';
import { priceColumns } from './bar-columns.ts';

/** Factors of the prices before, between and from `dates` on: one more than dates, which ascend. */
export interface PriceFactors {
  readonly dates: readonly string[];
  readonly factors: readonly number[];
}

const multiplied = sql.join(priceColumns.map((name) => sql`${sql.ref(name)} * factor as ${sql.ref(name)}`));

/** The bars of a stock as a subquery, with prices multiplied by `factors` if there are any. */
export function barsOf(stockId: number, factors: PriceFactors | null) {
  if (factors === null) return sql`(select * from price_bar where stock_id = ${stockId})`;
  return sql`(
    select date, ${multiplied}, volume
    from (
      select *, (${factors.factors}::float8[])[width_bucket(date, ${factors.dates}::date[]) + 1] as factor
      from price_bar where stock_id = ${stockId}
    ) bar
  )`;
}
