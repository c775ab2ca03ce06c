import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own. */
export interface Child {
  readonly url: string;
  /** Resident memory, in MiB. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

/** What a server says when it is ready. */
const ready = /ready at http:\/\/\S+:(\d+)/;

/**
 * Starts a server, and waits until it says where it listens. What it writes goes to a file, as an operator's log
 * does. It ends when this process is gone.
 */
export async function startChild(file: string, env: Readonly<Record<string, string>>): Promise<Child> {
  const dir = await mkdtemp(join(tmpdir(), 'stockbook-bench-log-'));
  const path = join(dir, 'log');
  const log = await open(path, 'w');
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    stdio: ['ignore', log.fd, 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
  });
  await log.close();
  const exited = once(child, 'exit');
  const port = await portOf(child, path);
  return {
    url: `http://127.0.0.1:${port}`,
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function portOf(child: ChildProcess, path: string): Promise<string> {
  while (child.exitCode === null) {
    const port = ready.exec(await readFile(path, 'utf8'))?.[1];
    if (port !== undefined) return port;
    await delay(50);
  }
  throw new Error(`A server ended at its start with ${child.exitCode}: ${await readFile(path, 'utf8')}`);
}
