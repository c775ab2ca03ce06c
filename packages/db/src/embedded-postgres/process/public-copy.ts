import { createHash } from 'node:crypto';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import { errorCode } from './process-identity.ts';

/** For data that can be regenerated (Filesystem Hierarchy Standard). Only root writes here. */
const cacheFolder = '/var/cache/stockbook';

/**
 * A copy of PostgreSQL's programs, libraries and data files that every account can read, created on first use.
 *
 * @param program the path of a program in `bin`, next to `lib` and `share`
 * @returns the path of the same program in the copy
 * @throws EmbeddedPostgresError `NO_UNPRIVILEGED_ACCOUNT` if the copy cannot be created
 */
export async function publicCopy(program: string, parent = cacheFolder): Promise<string> {
  const source = dirname(dirname(program));
  // An installed package does not change: an update has another path or newer files.
  const { mtimeMs, size } = await stat(join(source, 'bin/postgres'));
  const id = createHash('sha256').update(`${source}\n${mtimeMs}\n${size}`).digest('hex').slice(0, 16);
  const copy = join(parent, `postgres-${id}`);
  try {
    await mkdir(parent, { recursive: true });
    await chmod(parent, 0o755);
    if (!(await exists(copy))) await createCopy(source, copy);
  } catch (error) {
    throw new EmbeddedPostgresError(
      'NO_UNPRIVILEGED_ACCOUNT',
      `PostgreSQL cannot run as root, its account cannot enter ${dirname(program)}, and ${parent} cannot be written (${errorCode(error)}): move Stockbook to a folder that others may enter, or start it as an ordinary user.`,
      { cause: error },
    );
  }
  return join(copy, 'bin', basename(program));
}

/** Renames the copy into place when it is complete. Of several concurrent processes, the first one wins. */
async function createCopy(source: string, copy: string): Promise<void> {
  const draft = await mkdtemp(`${copy}.new-`);
  try {
    await cp(source, draft, { recursive: true, verbatimSymlinks: true });
    await makeReadable(draft);
    await rename(draft, copy);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Sets permissions independently of the umask during installation. */
async function makeReadable(path: string): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  const isExecutable = (entry.mode & 0o100) !== 0;
  await chmod(path, isExecutable ? 0o755 : 0o644);
  if (!entry.isDirectory()) return;
  for (const name of await readdir(path)) await makeReadable(join(path, name));
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
