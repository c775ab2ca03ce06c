import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { Account } from './postgres-account.ts';
import { type PostgresBinary, postgresBinary } from './postgres-binary.ts';
import { SYSTEM_PATH } from './process-identity.ts';
import { publicCopy } from './public-copy.ts';

/** How to start a program: its path, its arguments, in which folder, with what environment, and as whom. */
export type Command = {
  file: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  uid?: number;
  gid?: number;
};

/** The folder that a process was started in. The kernel follows this without the right to enter the folders above. */
const currentFolder = '/proc/self/cwd';

/**
 * The command that runs one of PostgreSQL's programs on a folder that belongs to the account.
 *
 * The account may not be allowed to get there: the project lies in root's private home, for example. Root then starts
 * the program inside the folder, before it becomes the account, and the program itself is copied to a place that
 * everybody can read. So the account needs no right of root.
 *
 * @param argsFor makes the arguments from the folder's path, as the program can use it
 * @throws EmbeddedPostgresError `NO_UNPRIVILEGED_ACCOUNT`
 */
export async function postgresCommand(
  account: Account | undefined,
  program: PostgresBinary,
  folder: string,
  argsFor: (path: string) => string[],
): Promise<Command> {
  const file = postgresBinary(program);
  const common = { env: { PATH: SYSTEM_PATH, LC_ALL: 'C' }, ...account };
  if (account === undefined) return { file, args: argsFor(folder), cwd: '/', ...common };
  const reachableFile = (await canReach(account, file)) ? file : await publicCopy(file);
  if (await canReach(account, folder)) {
    return { file: reachableFile, args: argsFor(folder), cwd: '/', ...common };
  }
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresError(
      'NO_UNPRIVILEGED_ACCOUNT',
      `PostgreSQL cannot run as root, and its account cannot enter ${dirname(folder)}: set DATA_DIR to a folder that others may enter, or start Stockbook as an ordinary user.`,
    );
  }
  return { file: reachableFile, args: argsFor(currentFolder), cwd: folder, ...common };
}

async function canReach(account: Account, path: string): Promise<boolean> {
  const folder = dirname(path);
  if (folder === path) return true;
  const { uid, gid, mode } = await stat(folder);
  const searchBit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  return (mode & searchBit) !== 0 && (await canReach(account, folder));
}
