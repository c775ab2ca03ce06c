import type { Client } from 'pg';

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Tables whose rows are meaningless in another database or soon after: migrations, live workers, recent attempts,
 * challenges and codes, the outcome of backups, what may be restored for some minutes, the files of moves, and quotes.
 * Packed closes are copies of bars.
 */
const excludedTables = [
  'schema_migration',
  'worker_heartbeat',
  'attempt_count',
  'idempotency_key',
  'backup_state',
  'packed_closes',
  'passkey_challenge',
  'sign_in_code',
  'used_secret',
  'deleted_item',
  'stock_quote',
  'move_content',
];

/** The sequences of the schema, each with its last value, or null if it was never used. */
export async function backupSequences(client: Client): Promise<{ name: string; lastValue: string | null }[]> {
  const { rows } = await client.query<{ name: string; lastValue: string | null }>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences
     where schemaname = current_schema() and sequencename not like 'schema_migration%'`,
  );
  return rows;
}

/** The tables of a backup, each after the tables that its foreign keys reference. */
export async function backupTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; parents: string[] }>(
    `select
       relname as name,
       array(
         select attname::text from pg_attribute
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped order by attnum
       ) as columns,
       array(
         select parent.relname::text from pg_constraint join pg_class parent on parent.oid = confrelid
         where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
       ) as parents
     from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> all($1)
     order by relname`,
    [excludedTables],
  );
  const ordered = new Map<string, BackupTable>();
  const add = (name: string): void => {
    const table = rows.find((row) => row.name === name);
    if (!table || ordered.has(name)) return;
    table.parents.forEach(add);
    ordered.set(name, { name, columns: table.columns });
  };
  rows.forEach(({ name }) => {
    add(name);
  });
  return [...ordered.values()];
}
