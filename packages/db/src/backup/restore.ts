import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client, DatabaseError } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { connectionConfig } from '../connection-config.ts';
import { openDatabase } from '../database.ts';
import { migrations } from '../migrations/index.ts';
import type { BackupHeader } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import { backupTables } from './backup-tables.ts';
import { ScriptReader } from './script-reader.ts';

/**
 * Brings what `backUp` wrote into an empty database, and its schema to the newest. A backup of an older schema is
 * put into that schema first, so that the later migrations find the rows they change. Tasks that were under way
 * have lost their jobs and end as failed.
 *
 * @throws BackupError the database is not empty, or the script is no backup, broken, or of a newer Stockbook. The
 *   database stays without rows then.
 */
export async function restore(url: string, source: AsyncIterable<Buffer>): Promise<BackupHeader> {
  const script = new ScriptReader(source);
  const header = readHeader(await script.line());
  const database = openDatabase({ url, poolSize: 2, warn: () => {} });
  const client = new Client({ ...connectionConfig(url), application_name: 'stockbook restore' });
  try {
    await client.connect();
    await refuseRows(client);
    await database.orm.migrator.up({ to: header.schema });
    await refuseNewerSchema(client, header.schema);
    await client.query('begin');
    await run(client, script).catch((error) => {
      if (!(error instanceof DatabaseError)) throw error;
      throw new BackupError(`The backup is damaged: ${error.message}.`, { cause: error });
    });
    await client.query('commit');
    await database.migrate();
  } finally {
    await client.end();
    await database.close();
  }
  return header;
}

function readHeader(line: string | null): BackupHeader {
  const [, json] = /^-- (\{"format":"stockbook-backup","version":1,.*\})$/.exec(line ?? '') ?? [];
  if (json === undefined) throw new BackupError('This file is not a backup of Stockbook.');
  const header: BackupHeader = JSON.parse(json);
  if (!migrations.some(({ name }) => name === header.schema)) {
    throw new BackupError(
      `The backup was made by a newer Stockbook (its schema is ${header.schema}): restore it with that one.`,
    );
  }
  return header;
}

async function refuseRows(client: Client): Promise<void> {
  for (const { name } of await backupTables(client)) {
    const { rows } = await client.query(`select 1 from ${name} limit 1`);
    if (rows.length === 0) continue;
    throw new BackupError(
      `The database is not empty (there are rows in ${name}): restore into a new one. With an embedded PostgreSQL, stop Stockbook and set DATA_DIR to a new folder, or move the old one away.`,
    );
  }
}

async function refuseNewerSchema(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migration order by id desc limit 1',
  );
  if (rows[0]?.name === schema) return;
  throw new BackupError(
    `The database already has a newer schema (${rows[0]?.name}) than the backup (${schema}): restore into a new one.`,
  );
}

/** Runs the script's statements, each a line; the rows behind a COPY go to it. */
async function run(client: Client, script: ScriptReader): Promise<void> {
  // Bars and indicators may take longer than a request may.
  await client.query('set local statement_timeout = 0');
  for (let line = await script.line(); line !== null; line = await script.line()) {
    if (line.startsWith('COPY ')) {
      await pipeline(Readable.from(script.rows()), client.query(copyFrom(line)));
    } else {
      await client.query(line);
    }
  }
  await client.query(
    `update task set status = 'FAILURE', finished_at = now(),
       message = 'The task was interrupted: the database was restored from a backup. Try again.'
     where status in ('PENDING', 'PROGRESS')`,
  );
}
