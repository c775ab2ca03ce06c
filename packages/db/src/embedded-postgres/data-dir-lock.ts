import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { errorCode, processIdentity } from './process/process-identity.ts';

/** Longer than the watchdog of a killed process needs to shut PostgreSQL down. */
const lockTimeoutMs = 5_000;

/** This process's exclusive lock on the data folder. */
export type DataDirLock = {
  /** Whether no other process has taken the lock. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
};

/**
 * Creates the data folder if necessary and locks it for this process. Takes over the lock of a dead process; waits up
 * to `lockTimeoutMs` for that of a running one.
 *
 * @throws EmbeddedPostgresError `DATA_DIR_NOT_WRITABLE` or `DATA_DIR_IN_USE`
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const path = join(dataDir, 'instance.lock');
  const claim = [process.pid, await processIdentity(process.pid), randomUUID()].join('\n');
  const isHeld = async () => (await read(path)) === claim;
  const lock = { isHeld, release: () => rm(path, { force: true }) };
  const deadline = Date.now() + lockTimeoutMs;
  for (;;) {
    const current = await read(path);
    const owner = await runningOwner(current);
    if (owner === undefined) {
      const isNew = await write(dataDir, path, claim, current === '' ? create : replace);
      // Of several processes that replace a lock at the same time, the last one gets it.
      if (!isNew) await delay(50);
      if (await isHeld()) return lock;
    } else if (Date.now() >= deadline) {
      throw new EmbeddedPostgresError(
        'DATA_DIR_IN_USE',
        `The data folder ${dataDir} is in use by another Stockbook (process ${owner}): stop that one, or set DATA_DIR and PORT to others.`,
      );
    } else {
      await delay(100);
    }
  }
}

async function write(
  dataDir: string,
  path: string,
  claim: string,
  publish: (draft: string, path: string) => Promise<boolean>,
): Promise<boolean> {
  const draft = `${path}.${process.pid}`;
  try {
    await makeFolder(dataDir);
    await writeFile(draft, claim);
    return await publish(draft, path);
  } catch (error) {
    throw new EmbeddedPostgresError(
      'DATA_DIR_NOT_WRITABLE',
      `Cannot write to the data folder ${dataDir} (${errorCode(error)}): make it writable for this user, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** @returns whether the lock was created, which only one of several processes can do */
async function create(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    // Without hard links, for example on exFAT.
    if (errorCode(error) !== 'EEXIST') return await replace(draft, path);
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

async function replace(draft: string, path: string): Promise<false> {
  await rename(draft, path);
  return false;
}

/** Does not use mkdir's `recursive`, which never returns for a path in /proc. */
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

async function runningOwner(claim: string): Promise<number | undefined> {
  const [pid, identity] = claim.split('\n');
  if (!pid || !identity) return undefined;
  return (await processIdentity(Number(pid))) === identity ? Number(pid) : undefined;
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    // ENOTDIR: a part of the path is a file, which `write` reports.
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error))) return '';
    throw error;
  }
}
