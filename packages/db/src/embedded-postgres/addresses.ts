import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applicationRole, prepareApplicationRole } from './application-role.ts';
import { superuser, superuserPasswordFile } from './process/initialise-database.ts';
import { errorCode } from './process/process-identity.ts';

/** Holds the application role's password; in the same folder as `superuserPasswordFile`, with the same permissions. */
const passwordFile = 'stockbook-app-password';

function address(role: string, password: string, port: number): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/postgres`;
}

/** The URL of a running PostgreSQL for its superuser. */
export async function superuserUrl(databaseDir: string, port: number): Promise<string> {
  const password = await readFile(join(databaseDir, superuserPasswordFile), 'utf8');
  return address(superuser, password.trim(), port);
}

/** The URL of a running PostgreSQL for the application role, which is created or updated first. */
export async function preparedUrl(databaseDir: string, port: number): Promise<string> {
  const stored = await readPassword(databaseDir);
  const password = stored ?? randomBytes(24).toString('base64url');
  await prepareApplicationRole(await superuserUrl(databaseDir, port), password);
  // Last, so that a stored password is always the role's.
  if (stored === undefined) await writePassword(databaseDir, password);
  return address(applicationRole, password, port);
}

/** Like `preparedUrl`, for a PostgreSQL of another process. Prepares the role only if an earlier version started it. */
export async function runningUrl(databaseDir: string, port: number): Promise<string> {
  const password = await readPassword(databaseDir);
  return password === undefined ? preparedUrl(databaseDir, port) : address(applicationRole, password, port);
}

async function readPassword(databaseDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(databaseDir, passwordFile), 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function writePassword(databaseDir: string, password: string): Promise<void> {
  const draft = join(databaseDir, `${passwordFile}.new`);
  const { uid, gid } = await stat(databaseDir);
  await writeFile(draft, `${password}\n`, { mode: 0o600 });
  await chown(draft, uid, gid);
  await rename(draft, join(databaseDir, passwordFile));
}
