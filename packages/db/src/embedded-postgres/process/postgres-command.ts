import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import type { Account } from './postgres-account.ts';
import { type PostgresBinary, postgresBinary } from './postgres-binary.ts';
import { systemPath } from './process-identity.ts';
import { publicCopy } from './public-copy.ts';

/** How to start a program, in the terms of `spawn`. */
export type Command = {
  file: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  uid?: number;
  gid?: number;
};

/** The working directory of a process. Using it needs no permission to enter its parent folders. */
const currentFolder = '/proc/self/cwd';

/**
 * The command that runs one of PostgreSQL's programs on a folder that belongs to the account.
 *
 * The account may lack the permission to enter parent folders, for example if the project is in root's home. The
 * program is then started with the folder as its working directory, which is set before the account changes, and runs
 * from a copy that every account can read. So the account needs no privileges.
 *
 * @param argsFor creates the arguments from the folder's path as the program sees it
 * @throws EmbeddedPostgresError `NO_UNPRIVILEGED_ACCOUNT`
 */
export async function postgresCommand(
  account: Account | undefined,
  program: PostgresBinary,
  folder: string,
  argsFor: (path: string) => string[],
): Promise<Command> {
  const file = postgresBinary(program);
  const common = { env: { PATH: systemPath, LC_ALL: 'C' }, ...account };
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
