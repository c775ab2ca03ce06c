import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A server in a separate process. */
export interface Child {
  readonly url: string;
  /** Resident memory, in MiB. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

/** The line that a server writes when it is ready. */
const readyLine = /ready at http:\/\/\S+:(\d+)/;

/**
 * Starts a server and waits for its ready line. Its output goes to a file, like a log in production. The server exits
 * when this process does (IPC channel).
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
  const port = await waitForPort(child, path);
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

async function waitForPort(child: ChildProcess, path: string): Promise<string> {
  while (child.exitCode === null) {
    const port = readyLine.exec(await readFile(path, 'utf8'))?.[1];
    if (port !== undefined) return port;
    await delay(50);
  }
  throw new Error(`the server exited with ${child.exitCode} during startup: ${await readFile(path, 'utf8')}`);
}
