import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupError, backUp } from '@stockbook/db';
import { readEnv } from '../env.ts';
import { explainFailure } from './explain-failure.ts';
import { withPostgres } from './with-database.ts';

/** Writes a backup. The file gets its name only when it is complete. */
export async function backup(file: string): Promise<string> {
  if (existsSync(file)) throw new BackupError(`${file} is there already: give the backup another name.`);
  await withPostgres(readEnv(), (url) => write(url, file));
  return `everything is in ${file}.`;
}

async function write(url: string, file: string): Promise<void> {
  // An unpredictable name, and never an existing file or link: in a shared folder another user could have created it.
  const draft = `${file}.${randomUUID()}.part`;
  try {
    // Readable by its owner only: it contains notes and password hashes.
    const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(backUp(url)), createGzip(), output);
  } catch (error) {
    rmSync(draft, { force: true });
    throw explainFailure(error, file);
  }
  renameSync(draft, file);
}
