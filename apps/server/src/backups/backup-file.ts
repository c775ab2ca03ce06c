import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError, backUp } from '@stockbook/db';
import { explainFailure } from './explain-failure.ts';

/**
 * Writes a backup of the database. The file gets its name only when it is complete.
 * @throws BackupError if the file exists or cannot be written
 */
export async function writeBackup(url: string, file: string): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} is there already: give the backup another name.`);
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

const chunkSize = 256 * 1024;

/**
 * Passes the script in a backup to `work`.
 * @throws BackupError if the file cannot be read
 */
export function readBackup<T>(file: string, work: (script: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
  return pipeline(
    createReadStream(file, { highWaterMark: chunkSize }),
    createGunzip({ chunkSize }),
    work,
  ).catch((error) => {
    throw explainFailure(error, file);
  });
}
