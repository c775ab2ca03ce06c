import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import { errorCode, systemPath } from './process-identity.ts';

const run = promisify(execFile);
const accountName = 'postgres';

export type Account = { uid: number; gid: number };

/**
 * The account to run PostgreSQL as, because PostgreSQL refuses to run as root: the owner of its files, otherwise
 * `postgres`, which is created if it does not exist.
 *
 * @returns undefined to run as this process's own user, which is not root
 * @throws EmbeddedPostgresError `NO_UNPRIVILEGED_ACCOUNT`
 */
export async function postgresAccount(databaseDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await ownerOf(databaseDir);
  if (owner !== undefined && owner.uid !== 0) return owner;
  return (await lookUpAccount()) ?? (await createAccount());
}

async function ownerOf(path: string): Promise<Account | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function lookUpAccount(): Promise<Account | undefined> {
  const options = { env: { PATH: systemPath } };
  try {
    const [uid, gid] = await Promise.all([
      run('id', ['-u', accountName], options),
      run('id', ['-g', accountName], options),
    ]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (error) {
    // id exits with 1 if the account does not exist.
    if (errorCode(error) === '1') return undefined;
    throw error;
  }
}

async function createAccount(): Promise<Account> {
  let cause: unknown;
  try {
    const lockedOut = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
    await run('useradd', ['--system', '--user-group', ...lockedOut, accountName], {
      env: { PATH: systemPath },
    });
  } catch (error) {
    cause = error;
  }
  const account = await lookUpAccount();
  if (account !== undefined) return account;
  throw new EmbeddedPostgresError(
    'NO_UNPRIVILEGED_ACCOUNT',
    `PostgreSQL cannot run as root, and the account ${accountName} could not be created: start Stockbook as an ordinary user, or create a system account named ${accountName}.`,
    { cause },
  );
}
