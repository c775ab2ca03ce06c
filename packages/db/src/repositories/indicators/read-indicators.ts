import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Database } from '../../connection/database.ts';
import { queryPrepared } from '../../connection/prepared/query-prepared.ts';
import type { CalculatedIndicator } from '../../entities/stocks.ts';
import { floatsFromBytes } from '../packed-numbers.ts';
import type { Page } from '../page.ts';
import { barTables } from '../stocks/bar-tables.ts';
import type { IndicatorKey } from './indicator-values.ts';

/** Selects indicators of a user and stock; all without `ids`. */
export interface IndicatorSelection extends Page {
  readonly ids?: readonly string[] | undefined;
}

export type IndicatorRow = Pick<
  CalculatedIndicator,
  | 'id'
  | 'indicatorName'
  | 'indicatorFunction'
  | 'parameters'
  | 'calculatedAt'
  | 'outputs'
  | 'dataStartDate'
  | 'dataEndDate'
>;

export type IndicatorWithValues = IndicatorRow & { readonly values: Float64Array };

const rowColumns = sql`
  id, indicator_name as "indicatorName", indicator_function as "indicatorFunction", parameters,
  calculated_at as "calculatedAt", outputs, data_start_date as "dataStartDate", data_end_date as "dataEndDate"
`;

/** Ids are compared as text: an invalid UUID matches nothing. */
function ofUser(userId: string, stockId: number, ids: readonly string[] | undefined) {
  return sql`
    user_id = ${userId} and stock_id = ${stockId}
    and (${ids ?? null}::text[] is null or id::text = any(${ids ?? null}::text[]))
  `;
}

/** A user's indicators of a stock without their values, newest first. */
export async function listOfUser(
  em: EntityManager,
  userId: string,
  stockId: number,
  { ids, limit, offset }: IndicatorSelection = {},
): Promise<IndicatorRow[]> {
  const { rows } = await sql<Omit<IndicatorRow, 'calculatedAt'> & { calculatedAt: string }>`
    select ${rowColumns} from calculated_indicator
    where ${ofUser(userId, stockId, ids)}
    order by calculated_at desc, id
    limit ${limit ?? null}::int offset ${offset ?? 0}::int
  `.execute(barTables(em));
  return rows.map((row) => ({ ...row, calculatedAt: new Date(row.calculatedAt) }));
}

/**
 * The given indicators of a user and stock, newest first, and the dates of all bars, oldest first. A single statement, so
 * that values and dates are consistent; only its first row carries the dates.
 */
export async function listWithValues(
  em: EntityManager,
  userId: string,
  stockId: number,
  ids: readonly string[],
): Promise<{ dates: readonly string[]; indicators: IndicatorWithValues[] }> {
  const { rows } = await sql<
    Omit<IndicatorWithValues, 'calculatedAt' | 'values'> & {
      calculatedAt: string;
      values: Buffer;
      dates: string[] | null;
    }
  >`
    select ${rowColumns}, values,
      case when row_number() over (order by calculated_at desc, id) = 1 then (
        select array_to_json(array_agg(date order by date)) from price_bar where stock_id = ${stockId}
      ) end as dates
    from calculated_indicator
    where ${ofUser(userId, stockId, ids)}
    order by calculated_at desc, id
  `.execute(barTables(em));
  return {
    dates: rows[0]?.dates ?? [],
    indicators: rows.map(({ dates: _, ...row }) => ({
      ...row,
      calculatedAt: new Date(row.calculatedAt),
      values: floatsFromBytes(row.values),
    })),
  };
}

export async function has(em: EntityManager, key: IndicatorKey): Promise<boolean> {
  const { rows } = await sql`
    select from calculated_indicator
    where stock_id = ${key.stockId} and user_id = ${key.userId} and indicator_name = ${key.indicatorName}
      and indicator_function = ${key.indicatorFunction} and parameters = ${JSON.stringify(key.parameters)}::jsonb
  `.execute(barTables(em));
  return rows.length > 0;
}

/**
 * A text that changes with every row of a user's indicators of a stock: `xmin` is the id of the transaction that wrote a
 * row. Not batched: the indicators of several stocks can be on several nodes.
 */
export async function readRevision(database: Database, userId: string, stockId: number): Promise<string> {
  const [row] = await queryPrepared<{ revision: string }>(
    database,
    'indicators revision',
    `select coalesce(md5(string_agg(concat(id, xmin), ',' order by id)), '') as revision
    from calculated_indicator where user_id = $1 and stock_id = $2`,
    [userId, stockId],
  );
  return row?.revision ?? '';
}
