import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { errorCode, SYSTEM_PATH } from './process-identity.ts';

const run = promisify(execFile);
const ACCOUNT = 'postgres';

export type Account = { uid: number; gid: number };

/** How to start a program: its path, its arguments and, where it runs as somebody else, as whom. */
export type Command = { file: string; args: string[]; uid?: number; gid?: number };

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

/**
 * The command that runs a program as the account. Where the account cannot get to the paths, because
 * the project lies in root's private home for example, the program is granted that one right of root.
 *
 * @throws EmbeddedPostgresError `NO_UNPRIVILEGED_ACCOUNT`: the right is not ours to grant
 */
export async function commandAs(
  account: Account | undefined,
  file: string,
  args: string[],
  paths: string[],
): Promise<Command> {
  if (account === undefined) return { file, args };
  const reachable = await Promise.all([file, ...paths].map((path) => canReach(account, path)));
  if (reachable.every(Boolean)) return { file, args, ...account };
  const identity = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const right = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  // Or the system call access, which PostgreSQL relies on, would not count the right.
  const grant = [...identity, ...right, '--securebits=+no_setuid_fixup', '--'];
  try {
    await run('setpriv', [...grant, file, '--version'], { cwd: '/', env: { PATH: SYSTEM_PATH } });
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'NO_UNPRIVILEGED_ACCOUNT',
      `PostgreSQL cannot run as root, and its account cannot enter ${dirname(file)}: move Stockbook to a folder that others may enter, or start it as an ordinary user.`,
      { cause },
    );
  }
  return { file: 'setpriv', args: [...grant, file, ...args] };
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

async function canReach(account: Account, path: string): Promise<boolean> {
  const folder = dirname(path);
  if (folder === path) return true;
  const { uid, gid, mode } = await stat(folder);
  const searchBit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  return (mode & searchBit) !== 0 && (await canReach(account, folder));
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
