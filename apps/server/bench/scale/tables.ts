import type { Database } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { withoutTimeLimit } from '../support/without-time-limit.ts';

interface TableSize {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
  readonly indexBytes: number;
}

const minRows = 1_000;

/** Prints how many bytes the rows of each larger table take, with their indexes, and how many the indexes alone. */
export async function printSizes(database: Database): Promise<void> {
  const { rows } = await sql<TableSize>`
    select relname as table, reltuples::float8 as rows, pg_total_relation_size(oid)::float8 as bytes,
      pg_indexes_size(oid)::float8 as "indexBytes"
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and reltuples >= ${minRows}::int
    order by bytes desc
  `.execute(database.fork().getKysely());
  process.stdout.write(
    '\n| table | rows | MiB | bytes a row | of these indexes |\n| --- | --: | --: | --: | --: |\n',
  );
  for (const { table, rows: count, bytes, indexBytes } of rows) {
    const perRow = [bytes, indexBytes].map((total) => Math.round(total / count));
    const cells = [table, count.toLocaleString('en-US'), (bytes / 2 ** 20).toFixed(0), ...perRow];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
}

/** Those of migration 0038, which are built without `concurrently`. */
const indexes = [
  'task_user_id_index',
  'session_last_used_at_index',
  'notification_channel_last_seen_at_index',
  'signal_rule_expires_on_index',
  'notification_delivery_pending_index',
  'portfolio_move_open_index',
];

/** Builds the indexes again, one after the other, as the migration does. @returns the seconds */
export function rebuildIndexes(database: Database): Promise<number> {
  return withoutTimeLimit(database, async (query) => {
    let ms = 0;
    for (const name of indexes) {
      const [index] = await query(`select pg_get_indexdef('${name}'::regclass) as definition`);
      await query(`drop index ${name}`);
      const start = performance.now();
      await query(String(index?.definition));
      ms += performance.now() - start;
    }
    return ms / 1_000;
  });
}
