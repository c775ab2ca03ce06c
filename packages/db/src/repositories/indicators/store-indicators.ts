import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { toBytes } from '../packed-numbers.ts';
import { barTables } from '../stocks/bar-tables.ts';
import type { IndicatorKey, IndicatorValues } from './indicator-values.ts';

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
