import type { Client } from 'pg';

/** A table as a backup holds it. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** What is true only of this database at this moment: its schema, its living workers, the last minutes' attempts. */
const leftOut = ['schema_migration', 'worker_heartbeat', 'attempt_count'];

/** The sequences that numbers of a backup's rows come from, and the last number of those that have one. */
export async function backupSequences(client: Client): Promise<{ name: string; lastValue: string | null }[]> {
  const { rows } = await client.query<{ name: string; lastValue: string | null }>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences
     where schemaname = current_schema() and sequencename not like 'schema_migration%'`,
  );
  return rows;
}

/** The tables that make up a backup, each after those that its foreign keys name. */
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
    [leftOut],
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
