import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const mainFile = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

/** The log line of a process that is ready; a web process adds its URL. */
const readyLine = /Stockbook is ready at (\S+)|Stockbook worker is ready/;

/** A start that takes longer has failed. */
const startTimeoutMs = 60_000;

export interface ProcessOptions {
  readonly role: 'web' | 'worker' | 'all';
  readonly databaseUrl: string;
  readonly yahooUrl: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Stockbook in a separate process, as an operator runs it. */
export interface ServerProcess {
  readonly role: ProcessOptions['role'];
  /** The base URL; empty for a worker. */
  readonly url: string;
  /** The lines of standard output and standard error. */
  readonly lines: readonly string[];
  /** Whether the process has ended, for any reason. */
  readonly hasEnded: boolean;
  /** Resolves with the exit code, or null if a signal ended the process. */
  readonly exited: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits for the exit. */
  terminate(): Promise<{ exitCode: number | null; seconds: number }>;
}

/** Starts `main.ts` and waits for its ready line. The process exits when its parent does (IPC channel). */
export async function startServerProcess(options: ProcessOptions): Promise<ServerProcess> {
  const { role, databaseUrl, yahooUrl, env = {} } = options;
  const child = spawn(process.execPath, [mainFile], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      ROLE: role,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      MARKET_DATA: 'yahoo',
      YAHOO_URL: yahooUrl,
      RATE_LIMIT_PER_MINUTE: '1000000',
      AUTH_RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'info',
      ...env,
    },
  });
  const lines: string[] = [];
  let hasEnded = false;
  const exited = once(child, 'exit').then(([code]) => {
    hasEnded = true;
    return typeof code === 'number' ? code : null;
  });
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`not ready in time:\n${lines.join('\n')}`)),
      startTimeoutMs,
    );
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const ready = readyLine.exec(line);
        if (ready) resolve(ready[1]?.replace('localhost', '127.0.0.1') ?? '');
      });
    }
    exited.then((code) => reject(new Error(`exited with ${code} during startup:\n${lines.join('\n')}`)));
    exited.finally(() => clearTimeout(timer));
  });
  const signal = (name: NodeJS.Signals) => void child.kill(name);
  return {
    role,
    url,
    lines,
    get hasEnded() {
      return hasEnded;
    },
    exited,
    signal,
    async kill() {
      signal('SIGKILL');
      await exited;
    },
    async terminate() {
      const start = performance.now();
      signal('SIGTERM');
      return { exitCode: await exited, seconds: (performance.now() - start) / 1000 };
    },
  };
}
