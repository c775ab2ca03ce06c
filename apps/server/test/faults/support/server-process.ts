import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const mainFile = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

/** What a process says when it is there: a web process with its address, a worker without. */
const readyLine = /Stockbook is ready at (\S+)|Stockbook works on tasks/;

/** A process that is not ready after so long never will be. */
const startMs = 60_000;

export interface ProcessOptions {
  readonly role: 'web' | 'worker' | 'all';
  readonly databaseUrl: string;
  readonly yahooUrl: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A Stockbook of its own process, as an operator runs it. */
export interface ServerProcess {
  readonly role: ProcessOptions['role'];
  /** Where it listens; empty for a worker. */
  readonly url: string;
  /** Everything it wrote, a line each. */
  readonly lines: readonly string[];
  /** Whether it has ended, however that came. */
  readonly hasEnded: boolean;
  /** Resolves with the exit code, or null where a signal ended it. */
  readonly exited: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  /** Ends it at once, and waits until it is gone. */
  kill(): Promise<void>;
  /** Ends it as an operator would, and tells how that went. */
  terminate(): Promise<{ exitCode: number | null; seconds: number }>;
}

/** Starts `main.ts` and waits until it says that it is ready. It ends by itself when this process is gone. */
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
    const timer = setTimeout(() => reject(new Error(`not ready in time:\n${lines.join('\n')}`)), startMs);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const ready = readyLine.exec(line);
        if (ready) resolve(ready[1]?.replace('localhost', '127.0.0.1') ?? '');
      });
    }
    exited.then((code) => reject(new Error(`ended with ${code} at its start:\n${lines.join('\n')}`)));
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
