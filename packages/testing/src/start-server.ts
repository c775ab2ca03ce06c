import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pollUntil } from './poll-until.ts';

const sources = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));

/** The program: the bundle that `npm test` has built, which starts in half the time, or else the sources. */
export const programFile = process.env.STOCKBOOK_BUNDLE ?? sources;

/** The line of a process that is ready; a web process adds its port. */
const readyLine = /ready at http:\/\/\S+:(\d+)$|Stockbook worker is ready/m;

/** A start that takes longer has failed. */
const startTimeoutMs = 60_000;

export interface ServerOptions {
  /** Environment variables, in addition to the defaults: loopback, a free port, simulated prices, no rate limits. */
  readonly env: Readonly<Record<string, string>>;
  /** The file that Node.js runs; the program by default. */
  readonly file?: string;
  /** Writes the output to this file, as in production. By default `lines` collects it. */
  readonly logFile?: string;
}

/** The program in a separate process, as an operator runs it. */
export interface ServerProcess {
  /** The base URL; empty for a process without HTTP. */
  readonly url: string;
  readonly pid: number;
  /** The lines of standard output and standard error; empty with a `logFile`. */
  readonly lines: readonly string[];
  /** Whether the process has ended, for any reason. */
  readonly hasEnded: boolean;
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits for the exit. @returns `exitCode` null if a signal ended the process */
  stop(): Promise<{ exitCode: number | null; seconds: number }>;
}

/** Starts a server and waits for its ready line. The process exits when its parent does (IPC channel). */
export async function startServer({
  env,
  file = programFile,
  logFile,
}: ServerOptions): Promise<ServerProcess> {
  const log = logFile === undefined ? null : await open(logFile, 'w');
  const output = log?.fd ?? 'pipe';
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', output, output, 'ipc'],
    env: {
      PATH: process.env.PATH,
      // As `npm start` does.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      MARKET_DATA: 'simulated',
      RATE_LIMIT_PER_MINUTE: '1000000',
      AUTH_RATE_LIMIT_PER_MINUTE: '1000000',
      ...env,
    },
  });
  await log?.close();
  const lines = collectLines(child);
  let hasEnded = false;
  const exited = once(child, 'close').then(([code]) => {
    hasEnded = true;
    return typeof code === 'number' ? code : null;
  });
  const readOutput = async () => (logFile === undefined ? lines.join('\n') : await readFile(logFile, 'utf8'));
  const signal = (name: NodeJS.Signals) => void child.kill(name);

  async function readPort(): Promise<string | undefined> {
    const ready = readyLine.exec(await readOutput());
    if (ready) return ready[1] ?? '';
    if (hasEnded) throw new Error(`${file} exited with ${child.exitCode} during startup`);
    return undefined;
  }

  const options = { timeoutMs: startTimeoutMs };
  const port = await pollUntil(`the start of ${file}`, readPort, options).catch(async (error) => {
    signal('SIGKILL');
    throw new Error(`${error.message}\n${await readOutput()}`, { cause: error });
  });
  return {
    url: port === '' ? '' : `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    lines,
    get hasEnded() {
      return hasEnded;
    },
    signal,
    async kill() {
      signal('SIGKILL');
      await exited;
    },
    async stop() {
      const start = performance.now();
      signal('SIGTERM');
      return { exitCode: await exited, seconds: (performance.now() - start) / 1000 };
    },
  };
}

/** The lines that a process prints from now on. */
function collectLines({ stdout, stderr }: ChildProcess): readonly string[] {
  const lines: string[] = [];
  for (const stream of [stdout, stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', (line) => lines.push(line));
  }
  return lines;
}
