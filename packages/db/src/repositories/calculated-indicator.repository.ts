import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Database } from '../connection/database.ts';
import { queryPrepared } from '../connection/query-prepared.ts';
import { barTables } from './bar-tables.ts';
import type { Page } from './user-stock.repository.ts';

/** What identifies a calculation: doing it again replaces the earlier result. */
export interface IndicatorKey {
  readonly userId: string;
  readonly stockId: number;
  readonly indicatorFunction: string;
  readonly indicatorName: string;
  readonly parameters: Readonly<Record<string, number>>;
}

export interface IndicatorValues {
  readonly outputs: readonly string[];
  /** One line after the other, each as long as there are bars from `dataStartDate` to `dataEndDate`. */
  readonly values: ArrayLike<number>;
  readonly dataStartDate: string | null;
  readonly dataEndDate: string | null;
}

function toBytes(values: ArrayLike<number>): Buffer {
  const { buffer, byteOffset, byteLength } =
    values instanceof Float64Array ? values : Float64Array.from(values);
  return Buffer.from(buffer, byteOffset, byteLength);
}

function fromBytes(bytes: Buffer): Float64Array {
  // A copy of its own begins where a float may begin; the driver's buffer begins anywhere.
  return new Float64Array(new Uint8Array(bytes).buffer);
}

/** Keeps a result, in place of the earlier one of the same calculation. @returns its id */
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
       ${JSON.stringify(key.parameters)}::jsonb, ${result.outputs}::text[], ${toBytes(result.values)}::bytea,
       ${result.dataStartDate}::date, ${result.dataEndDate}::date, ${now})
    on conflict on constraint calculated_indicator_once do update set
      outputs = excluded.outputs, values = excluded.values, data_start_date = excluded.data_start_date,
      data_end_date = excluded.data_end_date, calculated_at = excluded.calculated_at
    returning id
  `.execute(barTables(em));
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL kept an indicator without saying so');
  return row.id;
}

/** The different calculations that users have asked for of one stock: what new bars make stale. */
export async function listKeysOfStock(em: EntityManager, stockId: number) {
  return barTables(em)
    .selectFrom('calculated_indicator')
    .select(['id', 'indicator_function as indicatorFunction', 'parameters'])
    .where('stock_id', '=', stockId)
    .execute();
}

/** A statement replaces at most so many rows: one for the indicators of all users could exceed its time limit. */
const maxRowsPerStatement = 50;

/** Collects new values of a stock's indicators, and writes many of them with one statement. */
export interface Replacements {
  /** @param ids of the indicators that get the same values */
  add(ids: readonly string[], values: IndicatorValues): Promise<void>;
  /** Writes what is still collected. */
  flush(): Promise<void>;
}

/** Puts new values in place of old ones of a stock. */
export function replacements(em: EntityManager, stockId: number, now: Date): Replacements {
  let pending: { ids: readonly string[]; values: IndicatorValues }[] = [];
  let rows = 0;

  async function flush(): Promise<void> {
    if (pending.length === 0) return;
    const replaced = pending.flatMap(({ ids }, number) => ids.map((id) => ({ id, number })));
    const fresh = pending.map(
      ({ values: { outputs, values, dataStartDate, dataEndDate } }, number) => sql`
        (${number}::int, ${outputs}::text[], ${toBytes(values)}::bytea, ${dataStartDate}::date, ${dataEndDate}::date)
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

/** Which of a user's indicators of a stock: all if nothing is named. */
export interface IndicatorSelection extends Page {
  readonly ids?: readonly string[] | undefined;
}

export interface IndicatorRow {
  readonly id: string;
  readonly indicatorName: string;
  readonly indicatorFunction: string;
  readonly parameters: Record<string, number>;
  readonly calculatedAt: Date;
  readonly outputs: readonly string[];
  readonly dataStartDate: string | null;
  readonly dataEndDate: string | null;
}

export interface IndicatorWithValues extends IndicatorRow, IndicatorValues {
  readonly values: Float64Array;
}

const rowColumns = sql`
  id, indicator_name as "indicatorName", indicator_function as "indicatorFunction", parameters,
  calculated_at as "calculatedAt", outputs, data_start_date as "dataStartDate", data_end_date as "dataEndDate"
`;

/** Ids are compared as text: one that is no UUID selects nothing. */
function ofUser(userId: string, stockId: number, ids: readonly string[] | undefined) {
  return sql`
    user_id = ${userId} and stock_id = ${stockId}
    and (${ids ?? null}::text[] is null or id::text = any(${ids ?? null}::text[]))
  `;
}

/** A user's indicators of one stock without their values, newest first. */
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
 * Some of a user's indicators of one stock, newest first, and the dates of all its bars, oldest first. One statement, so
 * that values and dates are of one moment; the dates are sent with the first row alone.
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
      values: fromBytes(row.values),
    })),
  };
}

/** Changes whenever one of a user's indicators of a stock does; reads no values. */
export async function versionOfUser(database: Database, userId: string, stockId: number): Promise<string> {
  const [row] = await queryPrepared<{ version: string }>(
    database,
    'indicators-version',
    `select coalesce(md5(string_agg(id::text || calculated_at::text, ',' order by id)), '') as version
    from calculated_indicator where user_id = $1 and stock_id = $2`,
    [userId, stockId],
  );
  return row?.version ?? '';
}

export async function countOfUser(em: EntityManager, userId: string, stockId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from calculated_indicator where user_id = ${userId} and stock_id = ${stockId}
  `.execute(barTables(em));
  return rows[0]?.count ?? 0;
}

/** Whether a result may be kept: of one user and stock there are fewer than `most`, or it replaces one of them. */
export async function isBelowQuota(em: EntityManager, key: IndicatorKey, most: number): Promise<boolean> {
  const { rows } = await sql<{ hasRoom: boolean }>`
    select count(*) < ${most} or bool_or(
      indicator_function = ${key.indicatorFunction} and indicator_name = ${key.indicatorName}
      and parameters = ${JSON.stringify(key.parameters)}::jsonb
    ) as "hasRoom"
    from calculated_indicator where user_id = ${key.userId} and stock_id = ${key.stockId}
  `.execute(barTables(em));
  return rows[0]?.hasRoom ?? false;
}

/**
 * Whether a result of so many lines may be kept: with it, one user and stock have at most `most`. One that it replaces
 * does not count. An indicator whose values are missing for now counts one line.
 */
export async function hasRoomForLines(
  em: EntityManager,
  key: IndicatorKey,
  lines: number,
  most: number,
): Promise<boolean> {
  const { rows } = await sql<{ hasRoom: boolean }>`
    select coalesce(sum(greatest(cardinality(outputs), 1)), 0) + ${lines} <= ${most} as "hasRoom"
    from calculated_indicator
    where user_id = ${key.userId} and stock_id = ${key.stockId} and not (
      indicator_function = ${key.indicatorFunction} and indicator_name = ${key.indicatorName}
      and parameters = ${JSON.stringify(key.parameters)}::jsonb
    )
  `.execute(barTables(em));
  return rows[0]?.hasRoom ?? false;
}
