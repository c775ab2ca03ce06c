import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { errorCode, SYSTEM_PATH } from './process-identity.ts';

const run = promisify(execFile);
const ACCOUNT = 'postgres';

export type Account = { uid: number; gid: number };

/**
 * Who PostgreSQL runs as. It refuses to be root, so root lends it an account: the one that owns its
 * files already, else `postgres`, which is made when the system has none.
 *
 * @returns undefined: as whoever runs this process
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
  const options = { env: { PATH: SYSTEM_PATH } };
  try {
    const [uid, gid] = await Promise.all([
      run('id', ['-u', ACCOUNT], options),
      run('id', ['-g', ACCOUNT], options),
    ]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (error) {
    // id ends with 1 when there is no such account.
    if (errorCode(error) === '1') return undefined;
    throw error;
  }
}

async function createAccount(): Promise<Account> {
  let cause: unknown;
  try {
    const lockedOut = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
    await run('useradd', ['--system', '--user-group', ...lockedOut, ACCOUNT], { env: { PATH: SYSTEM_PATH } });
  } catch (error) {
    cause = error;
  }
  const account = await lookUpAccount();
  if (account !== undefined) return account;
  throw new EmbeddedPostgresError(
    'NO_UNPRIVILEGED_ACCOUNT',
    `PostgreSQL cannot run as root, and the account ${ACCOUNT} could not be made: start Stockbook as an ordinary user, or create a system account named ${ACCOUNT}.`,
    { cause },
  );
}
