// Run by backup.mjs and restore.mjs with the pinned Node.js, which can read the packages' TypeScript.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { readEnv, StartError } from '../../apps/server/src/env.ts';
import { backUp } from '../../packages/db/src/backup/back-up.ts';
import { BackupError } from '../../packages/db/src/backup/backup-error.ts';
import { restore } from '../../packages/db/src/backup/restore.ts';
import { DatabaseUrlError } from '../../packages/db/src/connection/connection-config.ts';
import { describeUnavailable } from '../../packages/db/src/connection/database-unavailable.ts';
import { EmbeddedPostgresError } from '../../packages/db/src/embedded-postgres/embedded-postgres.ts';
import { openEmbeddedPostgres } from '../../packages/db/src/embedded-postgres/open-embedded-postgres.ts';

const [command, file = '', ...options] = process.argv.slice(2);

/**
 * Writes a backup. The file gets its name only when it is complete.
 *
 * @param {string} url
 */
async function writeBackup(url) {
  if (existsSync(file)) throw new BackupError(`${file} is there already: give the backup another name.`);
  // An unpredictable name, and never an existing file or link: in a shared folder another user could have created it.
  const draft = `${file}.${randomUUID()}.part`;
  try {
    // Readable by its owner only: it contains notes and password hashes.
    const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(backUp(url)), createGzip(), output);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  renameSync(draft, file);
  return `everything is in ${file}.`;
}

/** @param {string} url */
async function readBackup(url) {
  const chunkSize = 256 * 1024;
  const source = createReadStream(file, { highWaterMark: chunkSize });
  const keepTokens = options.includes('--keep-tokens');
  const { made_at, endedSignIns, revokedTokens } = await pipeline(
    source,
    createGunzip({ chunkSize }),
    (script) => restore(url, script, { keepTokens }),
  );
  const tokens = keepTokens
    ? 'Sign-ins and personal access tokens are valid as they were then.'
    : `Sign-ins ended: ${endedSignIns}. Personal access tokens revoked: ${revokedTokens}.`;
  return `everything is as it was on ${made_at}. ${tokens}`;
}

/** @param {unknown} error */
function describe(error) {
  if (
    [BackupError, DatabaseUrlError, EmbeddedPostgresError, StartError].some((kind) => error instanceof kind)
  ) {
    return /** @type {Error} */ (error).message;
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'EACCES') return `${file} cannot be opened (${code}): check its name.`;
  if (['Z_DATA_ERROR', 'Z_BUF_ERROR'].includes(String(code))) return `${file} is damaged or not a backup.`;
  const unavailable = describeUnavailable(error);
  if (unavailable !== null) return `${unavailable}.`;
  // PostgreSQL's error codes: unknown user, unknown database, disk full, …
  if (error instanceof Error && /^[0-9A-Z]{5}$/.test(String(code)))
    return `PostgreSQL refuses: ${error.message}.`;
  return error instanceof Error ? error.stack : String(error);
}

try {
  const { DATABASE_URL: given, DATA_DIR: dataDir } = readEnv();
  const database = given ? { url: given, stop: async () => {} } : await openEmbeddedPostgres({ dataDir });
  try {
    const summary = command === 'backup' ? await writeBackup(database.url) : await readBackup(database.url);
    process.stdout.write(`stockbook: ${summary}\n`);
  } finally {
    await database.stop();
  }
} catch (error) {
  process.stderr.write(`stockbook: ${describe(error)}\n`);
  process.exitCode = 1;
}
