import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client, DatabaseError, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { connectionConfig } from '../connection/connection-config.ts';
import { openDatabase } from '../connection/database.ts';
import { migrations } from '../migrations/index.ts';
import { printable } from '../printable.ts';
import * as packedClosesRepository from '../repositories/stocks/packed-closes.repository.ts';
import type { BackupHeader } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import { copyStatement, parseStatement, unexpectedLine } from './backup-statement.ts';
import { backupSequences, backupTables } from './backup-tables.ts';
import { ScriptReader } from './script-reader.ts';

export interface RestoreOptions {
  /** Keeps sessions and personal access tokens. */
  readonly keepTokens?: boolean;
}

export interface Restored extends BackupHeader {
  readonly endedSessions: number;
  readonly revokedTokens: number;
}

/**
 * Restores a script of `backUp` into an empty database and migrates it to the newest schema. The rows are inserted at
 * the schema of the backup, so that later migrations convert them. Active tasks fail, because their jobs are not in the
 * backup. Sessions and personal access tokens are deleted unless `keepTokens`: some may have been revoked since the
 * backup was made.
 *
 * @throws BackupError if the database is not empty, or the script is not a backup, damaged, or made by a newer version.
 *   The tables then stay empty.
 */
export async function restore(
  url: string,
  source: AsyncIterable<Buffer>,
  { keepTokens = false }: RestoreOptions = {},
): Promise<Restored> {
  const script = new ScriptReader(source);
  const header = readHeader(await script.line());
  const database = openDatabase({ url, poolSize: 2, warn: () => {} });
  const client = new Client({ ...connectionConfig(url), application_name: 'stockbook restore' });
  try {
    await client.connect();
    await assertEmpty(client);
    await database.orm.migrator.up({ to: header.schema });
    await assertSchemaNotNewer(client, header.schema);
    await client.query('begin');
    await readRows(client, script).catch((error) => {
      if (!(error instanceof DatabaseError)) throw error;
      throw new BackupError(`The backup is damaged: ${printable(error.message)}.`, { cause: error });
    });
    await failInterruptedTasks(client);
    const ended = keepTokens ? { endedSessions: 0, revokedTokens: 0 } : await endTokens(client);
    await client.query('commit');
    await database.migrate();
    await packedClosesRepository.repackAll(database.fork());
    return { ...header, ...ended };
  } finally {
    await client.end();
    await database.close();
  }
}

const headerLine =
  /^-- \{"format":"stockbook-backup","version":1,"schema":"([\w-]+)","made_at":"(\d{4}-\d\d-\d\dT[\d:.]+Z)"\}$/;

function readHeader(line: string | null): BackupHeader {
  const [, schema, madeAt] = headerLine.exec(line ?? '') ?? [];
  if (schema === undefined || madeAt === undefined) {
    throw new BackupError('This file is not a backup of Stockbook.');
  }
  if (!migrations.some(({ name }) => name === schema)) {
    throw new BackupError(
      `The backup was made by a newer Stockbook (its schema is ${schema}): restore it with that one.`,
    );
  }
  return { format: 'stockbook-backup', version: 1, schema, made_at: madeAt };
}

async function assertEmpty(client: Client): Promise<void> {
  for (const { name } of await backupTables(client)) {
    const table = escapeIdentifier(name);
    const { rows } = await client.query(`select 1 from ${table} limit 1`);
    if (rows.length === 0) continue;
    throw new BackupError(
      `The database is not empty (there are rows in ${table}): restore into a new one. With an embedded PostgreSQL, stop Stockbook and set DATA_DIR to a new folder, or move the old one away.`,
    );
  }
}

async function assertSchemaNotNewer(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migration order by id desc limit 1',
  );
  if (rows[0]?.name === schema) return;
  throw new BackupError(
    `The database already has a newer schema (${rows[0]?.name}) than the backup (${schema}): restore into a new one.`,
  );
}

/**
 * Imports the rows and sequence values of the script. Nothing in the script is executed: each statement is rebuilt from
 * names that exist in the database.
 * @throws BackupError if the script contains anything else
 */
async function readRows(client: Client, script: ScriptReader): Promise<void> {
  // Bars and indicators can take longer than the default time-out.
  await client.query('set local statement_timeout = 0');
  const tables = await backupTables(client);
  const sequences = await backupSequences(client);
  for (let line = await script.line(); line !== null; line = await script.line()) {
    const statement = parseStatement(line);
    if (statement.kind === 'rows') {
      const table = tables.find(({ name }) => name === statement.table);
      if (!statement.columns.every((column) => table?.columns.includes(column))) throw unexpectedLine(line);
      const copy = copyStatement({ name: statement.table, columns: statement.columns }, 'FROM stdin');
      await pipeline(Readable.from(script.rows()), client.query(copyFrom(copy)));
    } else {
      if (!sequences.some(({ name }) => name === statement.sequence)) throw unexpectedLine(line);
      await client.query('select setval($1::text::regclass, $2)', [
        escapeIdentifier(statement.sequence),
        statement.value,
      ]);
    }
  }
}

async function failInterruptedTasks(client: Client): Promise<void> {
  await client.query(
    `update task set status = 'FAILURE', finished_at = now(),
       message = 'The task was interrupted: the database was restored from a backup. Try again.'
     where status in ('PENDING', 'PROGRESS')`,
  );
}

async function endTokens(client: Client): Promise<Pick<Restored, 'endedSessions' | 'revokedTokens'>> {
  const tables = new Set((await backupTables(client)).map(({ name }) => name));
  /** An older schema may lack the table. Deleting a session cascades to its access tokens. */
  const clear = async (table: 'session' | 'sign_in' | 'personal_access_token') =>
    tables.has(table) ? ((await client.query(`delete from ${table}`)).rowCount ?? 0) : 0;
  // Before migration 0011, `session` held the access tokens.
  const sessions = tables.has('sign_in') ? 'sign_in' : 'session';
  return { endedSessions: await clear(sessions), revokedTokens: await clear('personal_access_token') };
}
