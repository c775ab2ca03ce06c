import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Mounting needs root. */
const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];

const mebibytes = 200;

export interface SmallDisk {
  readonly folder: string;
  /** Writes until no byte is free. */
  fill(): Promise<void>;
  /** Deletes what `fill` has written. */
  makeRoom(): Promise<void>;
  remove(): Promise<void>;
}

/** Mounts a disk of 200 MiB, in memory: an empty database needs 45. */
export async function mountSmallDisk(): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'stockbook-disk-'));
  const asUser = async (...[file = '', ...args]: string[]) => void (await run(file, args));
  await asUser(...asRoot, 'mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0777`, 'tmpfs', folder);
  const balloon = join(folder, 'balloon');
  return {
    folder,
    async fill() {
      const part = Buffer.alloc(64 * 1024);
      for (let written = 0; written <= mebibytes * 1024 * 1024; written += part.length) {
        try {
          await appendFile(balloon, part);
        } catch (error) {
          if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return;
          throw error;
        }
      }
      throw new Error('the disk never became full');
    },
    makeRoom: () => rm(balloon),
    async remove() {
      await asUser(...asRoot, 'umount', folder);
      await rmdir(folder);
    },
  };
}
