import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applicationRole, prepareApplicationRole } from './application-role.ts';
import { superuser, superuserPasswordFile } from './initialise-database.ts';
import { errorCode } from './process-identity.ts';

/** Beside the superuser's, and as private. */
const passwordFile = 'stockbook-app-password';

function address(role: string, password: string, port: number): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/postgres`;
}

/** The address of a running PostgreSQL for its superuser. */
export async function superuserUrl(databaseDir: string, port: number): Promise<string> {
  const password = await readFile(join(databaseDir, superuserPasswordFile), 'utf8');
  return address(superuser, password.trim(), port);
}

/** The address of a running PostgreSQL for the program, whose role is made, or brought up to date, before. */
export async function preparedUrl(databaseDir: string, port: number): Promise<string> {
  const known = await readPassword(databaseDir);
  const password = known ?? randomBytes(24).toString('base64url');
  await prepareApplicationRole(await superuserUrl(databaseDir, port), password);
  // Last, so that a password that can be read is the role's.
  if (known === undefined) await writePassword(databaseDir, password);
  return address(applicationRole, password, port);
}

/** The same of a PostgreSQL that another process runs, and which an earlier version may have started. */
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
