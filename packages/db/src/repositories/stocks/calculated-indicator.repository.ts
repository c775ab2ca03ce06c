import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Database } from '../../connection/database.ts';
import { queryPrepared } from '../../connection/prepared.ts';
import type { CalculatedIndicator } from '../../entities/indicators.ts';
import { floatsFromBytes, toBytes } from '../packed-numbers.ts';
import type { Page } from '../page.ts';
import { barTables } from './bar-tables.ts';

/** Identifies a calculation: a new result replaces the earlier one with the same key. */
export interface IndicatorKey {
  readonly userId: string;
  readonly stockId: number;
  readonly indicatorFunction: string;
  readonly indicatorName: string;
  readonly parameters: Readonly<Record<string, number>>;
}

export interface IndicatorValues {
  readonly outputs: readonly string[];
  /** The output lines concatenated, each with one value per bar from `dataStartDate` to `dataEndDate`. */
  readonly values: ArrayLike<number>;
  readonly dataStartDate: string | null;
  readonly dataEndDate: string | null;
}

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
 * The given indicators of a user and stock, newest first, and the dates of all bars, oldest first. A single
 * statement, so that values and dates are consistent; only its first row carries the dates.
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
 * A text that changes with every row of a user's indicators of a stock: `xmin` is the id of the transaction that
 * wrote a row. Not batched: the indicators of several stocks can be on several nodes.
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

const asFloats = (values: ArrayLike<number>) =>
  values instanceof Float64Array ? values : Float64Array.from(values);

/**
 * Stores a result, or replaces the earlier one with the same key.
 * @param id of the indicator if it is new
 * @returns the id of the stored indicator
 */
export async function save(
  em: EntityManager,
  id: string,
  key: IndicatorKey,
  result: IndicatorValues,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into calculated_indicator
      (id, user_id, stock_id, indicator_function, indicator_name, parameters,
       outputs, values, data_start_date, data_end_date, calculated_at)
    values
      (${id}, ${key.userId}, ${key.stockId}, ${key.indicatorFunction}, ${key.indicatorName},
       ${JSON.stringify(key.parameters)}::jsonb, ${result.outputs}::text[], ${toBytes(asFloats(result.values))}::bytea,
       ${result.dataStartDate}::date, ${result.dataEndDate}::date, ${now})
    on conflict on constraint calculated_indicator_once do update set
      outputs = excluded.outputs, values = excluded.values, data_start_date = excluded.data_start_date,
      data_end_date = excluded.data_end_date, calculated_at = excluded.calculated_at
    returning id
  `.execute(barTables(em));
  const [row] = rows;
  if (!row) throw new Error('The upsert of an indicator returned no row');
  return row.id;
}

/** All indicators of a stock: new bars make their values stale. */
export async function listKeysOfStock(em: EntityManager, stockId: number) {
  return barTables(em)
    .selectFrom('calculated_indicator')
    .select(['id', 'indicator_function as indicatorFunction', 'parameters'])
    .where('stock_id', '=', stockId)
    .execute();
}

/** Per statement: updating the indicators of all users at once could exceed statement_timeout. */
const maxRowsPerStatement = 50;

/** Buffers new values of a stock's indicators and writes them in batches. */
export interface Replacements {
  /** @param ids of the indicators that share these values */
  add(ids: readonly string[], values: IndicatorValues): Promise<void>;
  /** Writes the buffered values. */
  flush(): Promise<void>;
}

/** Creates the buffer for one stock; `now` becomes `calculatedAt`. */
export function replacements(em: EntityManager, stockId: number, now: Date): Replacements {
  let pending: { ids: readonly string[]; values: IndicatorValues }[] = [];
  let rows = 0;

  async function flush(): Promise<void> {
    if (pending.length === 0) return;
    const replaced = pending.flatMap(({ ids }, number) => ids.map((id) => ({ id, number })));
    const fresh = pending.map(
      ({ values: { outputs, values, dataStartDate, dataEndDate } }, number) => sql`
        (${number}::int, ${outputs}::text[], ${toBytes(asFloats(values))}::bytea, ${dataStartDate}::date, ${dataEndDate}::date)
      `,
    );
    pending = [];
    rows = 0;
    await sql`
      update calculated_indicator indicator set
        outputs = fresh.outputs, values = fresh.values,
        data_start_date = fresh.data_start_date, data_end_date = fresh.data_end_date, calculated_at = ${now}
      from (values ${sql.join(fresh)}) fresh (number, outputs, values, data_start_date, data_end_date)
        join unnest(
          ${replaced.map(({ id }) => id)}::uuid[], ${replaced.map(({ number }) => number)}::int[]
        ) replaced (id, number) using (number)
      where indicator.stock_id = ${stockId} and indicator.id = replaced.id
    `.execute(barTables(em));
  }

  return {
    async add(ids, values) {
      for (let start = 0; start < ids.length; ) {
        const part = ids.slice(start, start + maxRowsPerStatement - rows);
        pending.push({ ids: part, values });
        rows += part.length;
        start += part.length;
        if (rows === maxRowsPerStatement) await flush();
      }
    },
    flush,
  };
}

/** Empties all indicators of a stock until they are calculated anew. */
export async function clearValues(tx: EntityManager, stockId: number): Promise<void> {
  await sql`
    update calculated_indicator set values = '', data_start_date = null, data_end_date = null
    where stock_id = ${stockId}
  `.execute(barTables(tx));
}

export async function countOfUser(em: EntityManager, userId: string, stockId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from calculated_indicator where user_id = ${userId} and stock_id = ${stockId}
  `.execute(barTables(em));
  return rows[0]?.count ?? 0;
}

/** A user's indicators of a stock, besides the results of some calculations. */
export interface IndicatorUsage {
  readonly otherIndicators: number;
  /** Output lines of the others; an indicator without outputs counts as one line. */
  readonly otherLines: number;
  /** The number of the calculations whose result is stored: new ones replace them. */
  readonly storedIndicators: number;
}

/** @param calculations distinct ones */
export async function readUsage(
  em: EntityManager,
  { userId, stockId }: Pick<IndicatorKey, 'userId' | 'stockId'>,
  calculations: readonly Omit<IndicatorKey, 'userId' | 'stockId'>[],
): Promise<IndicatorUsage> {
  const { rows } = await sql<IndicatorUsage>`
    select
      (count(*) filter (where not "isSame"))::int as "otherIndicators",
      coalesce(sum(greatest(cardinality(outputs), 1)) filter (where not "isSame"), 0)::int as "otherLines",
      (count(*) filter (where "isSame"))::int as "storedIndicators"
    from (
      select outputs, exists (
        select from jsonb_to_recordset(${JSON.stringify(calculations)}::jsonb)
          as calculation ("indicatorFunction" text, "indicatorName" text, parameters jsonb)
        where indicator.indicator_function = calculation."indicatorFunction"
          and indicator.indicator_name = calculation."indicatorName"
          and indicator.parameters = calculation.parameters
      ) as "isSame"
      from calculated_indicator indicator where user_id = ${userId} and stock_id = ${stockId}
    ) indicator
  `.execute(barTables(em));
  const [usage] = rows;
  if (!usage) throw new Error('The aggregate returned no row');
  return usage;
}
