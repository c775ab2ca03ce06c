import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connectionConfig } from '../connection/connection-config.ts';
import { BackupError } from './backup-error.ts';
import { copyStatement, setvalStatement } from './backup-statement.ts';
import { backupSequences, backupTables } from './backup-tables.ts';

/** The first line of a backup: JSON after `-- `. */
export interface BackupHeader {
  readonly format: 'stockbook-backup';
  readonly version: 1;
  /** Name of the last migration that the database had run. */
  readonly schema: string;
  readonly made_at: string;
}

/**
 * Exports all tables of `backupTables` as an SQL script for `restore` (or for psql, on an empty schema of the same
 * migration). Reads a single snapshot, unaffected by concurrent writes. Jobs are not included.
 * @throws BackupError if the database has no schema
 */
export async function* backUp(url: string): AsyncGenerator<string | Buffer> {
  const client = new Client({ ...connectionConfig(url), application_name: 'stockbook backup' });
  await client.connect();
  try {
    await client.query(
      `set datestyle = 'ISO'; set extra_float_digits = 3; set bytea_output = 'hex'; set statement_timeout = 0;
       begin isolation level repeatable read read only`,
    );
    yield `-- ${JSON.stringify(await header(client))}\n`;
    for (const table of await backupTables(client)) {
      yield `${copyStatement(table, 'FROM stdin')};\n`;
      for await (const rows of client.query(copyTo(copyStatement(table, 'TO stdout')))) yield rows;
      yield '\\.\n';
    }
    for (const { name, lastValue } of await backupSequences(client)) {
      if (lastValue !== null) yield `${setvalStatement(name, lastValue)}\n`;
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function header(client: Client): Promise<BackupHeader> {
  const { rows: tables } = await client.query(`select to_regclass('schema_migration')`);
  if (tables[0]?.to_regclass === null) {
    throw new BackupError('There is nothing to back up: Stockbook has never run on this database.');
  }
  const { rows } = await client.query<{ schema: string; madeAt: Date }>(
    `select name as schema, now() as "madeAt" from schema_migration order by id desc limit 1`,
  );
  const [row] = rows;
  if (!row) throw new Error('The schema has no migrations');
  return {
    format: 'stockbook-backup',
    version: 1,
    schema: row.schema,
    made_at: row.madeAt.toISOString(),
  };
}
