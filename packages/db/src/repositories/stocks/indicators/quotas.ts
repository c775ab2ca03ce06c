import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { barTables } from '../bar-tables.ts';
import type { IndicatorKey } from './indicator-values.ts';

export async function countOfUser(em: EntityManager, userId: string, stockId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from calculated_indicator where user_id = ${userId} and stock_id = ${stockId}
  `.execute(barTables(em));
  return rows[0]?.count ?? 0;
}

/** Whether a result fits: it replaces one, or its user has fewer than `maxIndicators` of its stock. */
export async function isBelowQuota(
  em: EntityManager,
  key: IndicatorKey,
  maxIndicators: number,
): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`
    select count(*) < ${maxIndicators} or bool_or(
      indicator_function = ${key.indicatorFunction} and indicator_name = ${key.indicatorName}
      and parameters = ${JSON.stringify(key.parameters)}::jsonb
    ) as fits
    from calculated_indicator where user_id = ${key.userId} and stock_id = ${key.stockId}
  `.execute(barTables(em));
  return rows[0]?.fits ?? false;
}

/**
 * Whether a result with `lines` output lines fits: with it, its user has at most `maxLines` lines of its stock. A result
 * that it replaces does not count; an indicator without outputs counts as one line.
 */
export async function isBelowLineQuota(
  em: EntityManager,
  key: IndicatorKey,
  lines: number,
  maxLines: number,
): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`
    select coalesce(sum(greatest(cardinality(outputs), 1)), 0) + ${lines} <= ${maxLines} as fits
    from calculated_indicator
    where user_id = ${key.userId} and stock_id = ${key.stockId} and not (
      indicator_function = ${key.indicatorFunction} and indicator_name = ${key.indicatorName}
      and parameters = ${JSON.stringify(key.parameters)}::jsonb
    )
  `.execute(barTables(em));
  return rows[0]?.fits ?? false;
}
