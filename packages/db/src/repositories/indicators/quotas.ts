import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { barTables } from '../stocks/bar-tables.ts';
import type { IndicatorKey } from './indicator-values.ts';

export async function countOfUser(em: EntityManager, userId: string, stockId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from calculated_indicator where user_id = ${userId} and stock_id = ${stockId}
  `.execute(barTables(em));
  return rows[0]?.count ?? 0;
}

/** What a user has of a stock, besides the result with a key. */
export interface IndicatorUsage {
  readonly otherIndicators: number;
  /** Output lines of the others; an indicator without outputs counts as one line. */
  readonly otherLines: number;
  /** Whether a result with the key is stored: a new one replaces it. */
  readonly isStored: boolean;
}

export async function readUsage(em: EntityManager, key: IndicatorKey): Promise<IndicatorUsage> {
  const { rows } = await sql<IndicatorUsage>`
    select
      (count(*) filter (where not "isSame"))::int as "otherIndicators",
      coalesce(sum(greatest(cardinality(outputs), 1)) filter (where not "isSame"), 0)::int as "otherLines",
      coalesce(bool_or("isSame"), false) as "isStored"
    from (
      select outputs, indicator_function = ${key.indicatorFunction} and indicator_name = ${key.indicatorName}
        and parameters = ${JSON.stringify(key.parameters)}::jsonb as "isSame"
      from calculated_indicator where user_id = ${key.userId} and stock_id = ${key.stockId}
    ) indicator
  `.execute(barTables(em));
  const [usage] = rows;
  if (!usage) throw new Error('The aggregate returned no row');
  return usage;
}
