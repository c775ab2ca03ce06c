import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { errorCode, processIdentity } from './process-identity.ts';

/** A server whose launcher was killed needs this long to notice, to close and to let go of its folder. */
const PATIENCE_MS = 5_000;

/** A data folder that is this process's own. */
export type DataDirLock = {
  /** Whether it still is. */
  isHeld(): Promise<boolean>;
  /** Lets go of the folder. */
  release(): Promise<void>;
};

/**
 * Makes the data folder if need be and takes it for this process. The folder of a process that is gone
 * is taken over; that of a living one is waited for, for five seconds.
 *
 * @throws EmbeddedPostgresError `DATA_DIR_NOT_WRITABLE` or `DATA_DIR_IN_USE`
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const path = join(dataDir, 'instance.lock');
  const claim = [process.pid, await processIdentity(process.pid), randomUUID()].join('\n');
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const owner = await livingOwner(path);
    if (owner === undefined) {
      await write(dataDir, path, claim);
      // Several that find the folder free in the same moment all write: the last one has it.
      await sleep(50);
      const isHeld = async () => (await read(path)) === claim;
      if (await isHeld()) return { isHeld, release: () => rm(path, { force: true }) };
    } else if (Date.now() >= deadline) {
      throw new EmbeddedPostgresError(
        'DATA_DIR_IN_USE',
        `The data folder ${dataDir} is in use by another Stockbook (process ${owner}): stop that one, or set DATA_DIR and PORT to others.`,
      );
    } else {
      await sleep(100);
    }
  }
}

async function write(dataDir: string, path: string, claim: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  try {
    await makeFolder(dataDir);
    await writeFile(draft, claim);
    await rename(draft, path);
  } catch (error) {
    throw new EmbeddedPostgresError(
      'DATA_DIR_NOT_WRITABLE',
      `Cannot write to the data folder ${dataDir} (${errorCode(error)}): make it writable for this user, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** Not mkdir's own `recursive`, which never returns where a system's folder such as /proc refuses. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    if (errorCode(error) !== 'ENOENT' || path === dirname(path)) throw error;
    await makeFolder(dirname(path));
    await mkdir(path);
  }
}

async function livingOwner(path: string): Promise<number | undefined> {
  const [pid, identity] = (await read(path)).split('\n');
  if (!pid || !identity) return undefined;
  return (await processIdentity(Number(pid))) === identity ? Number(pid) : undefined;
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    // ENOTDIR: the data folder's name belongs to a file, which the writing then reports.
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error))) return '';
    throw error;
  }
}
