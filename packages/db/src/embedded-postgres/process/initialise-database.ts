import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import type { Account } from './postgres-account.ts';
import { postgresCommand } from './postgres-command.ts';
import { errorCode } from './process-identity.ts';

const run = promisify(execFile);

/** The superuser only prepares the application role and its database. */
export const superuser = 'stockbook';
/** In the database's folder, which only PostgreSQL's account may enter. */
export const superuserPasswordFile = 'stockbook-password';

/**
 * Creates the database's files and a password for its superuser, unless they exist. They are renamed into place when
 * complete, so that an interruption leaves nothing that looks like a database.
 *
 * @throws EmbeddedPostgresError `DATA_DIR_NOT_WRITABLE` or `START_FAILED`
 */
export async function initialiseDatabase(
  databaseDir: string,
  account: Account | undefined,
  isDurable: boolean,
): Promise<void> {
  if (await isInitialised(databaseDir)) return;
  await removeDrafts(databaseDir);
  const draft = await mkdtemp(draftPrefix(databaseDir));
  const files = join(draft, 'files');
  const passwordFile = join(draft, superuserPasswordFile);
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  await mkdir(files, { mode: 0o700 });
  if (account !== undefined) {
    for (const path of [draft, files, passwordFile]) await chown(path, account.uid, account.gid);
  }
  await runInitdb(files, account, isDurable);
  await rename(passwordFile, join(files, superuserPasswordFile));
  await rename(files, databaseDir);
  await rm(draft, { recursive: true });
}

function draftPrefix(databaseDir: string): string {
  return `${databaseDir}.new-`;
}

async function removeDrafts(databaseDir: string): Promise<void> {
  const parent = dirname(databaseDir);
  const prefix = basename(draftPrefix(databaseDir));
  const drafts = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  // The initdb of a killed program may still be writing, hence the retries.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  await Promise.all(drafts.map((name) => rm(join(parent, name), options)));
}

async function isInitialised(databaseDir: string): Promise<boolean> {
  try {
    await stat(join(databaseDir, 'PG_VERSION'));
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw new EmbeddedPostgresError(
      'DATA_DIR_NOT_WRITABLE',
      `Cannot read the database in ${databaseDir} (${errorCode(error)}): start Stockbook as the user who made it, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

async function runInitdb(files: string, account: Account | undefined, isDurable: boolean): Promise<void> {
  const flagsFor = (path: string) => [
    `--pgdata=${path}`,
    `--username=${superuser}`,
    `--pwfile=${path}/../${superuserPasswordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's own Unicode rules, so that sorting does not depend on the system's libraries.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(isDurable ? [] : ['--no-sync']),
  ];
  const { file, args, ...options } = await postgresCommand(account, 'initdb', files, flagsFor);
  try {
    await run(file, args, options);
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new EmbeddedPostgresError(
      'START_FAILED',
      `PostgreSQL could not create its files in ${dirname(dirname(files))}: ${output.split('\n')[0] || errorCode(error)}`,
      { cause: error },
    );
  }
}
