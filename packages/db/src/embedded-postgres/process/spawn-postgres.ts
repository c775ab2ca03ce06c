import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from './postgres-command.ts';

/** Time for a fast shutdown. Then an immediate shutdown follows, after which PostgreSQL recovers at the next start. */
const fastShutdownTimeoutMs = 20_000;

export type PostgresProcess = {
  /** Closes all connections, shuts down and resolves when the process has exited. */
  stop(): Promise<void>;
  /** Resolves when the process has exited for any reason. */
  ended: Promise<void>;
};

export type PostgresObserver = {
  log: (line: string) => void;
  /** Called when the process runs, before it accepts connections. */
  onLaunch: () => void;
};

/** PostgreSQL exited before it accepted connections. */
export class PostgresStartError extends Error {
  readonly isPortTaken: boolean;
  /** Processes of a killed PostgreSQL still use the files; they exit within seconds. */
  readonly isStillHeld: boolean;

  constructor(lines: string[]) {
    const output = lines.join('\n');
    super(output.match(/(?:FATAL|PANIC): +(.*)/)?.[1] ?? lines.at(-1) ?? 'it wrote no message');
    this.isPortTaken = /could not create any TCP\/IP sockets/.test(output);
    this.isStillHeld = /pre-existing shared memory block|lock file ".*" already exists/.test(output);
  }
}

/**
 * Starts PostgreSQL and waits until it accepts connections. It runs in its own process group, so that Ctrl-C in a
 * terminal reaches only this process, which stops PostgreSQL last. A watchdog stops it however this process ends.
 *
 * @throws PostgresStartError
 */
export async function spawnPostgres(
  command: Command,
  { log, onLaunch }: PostgresObserver,
): Promise<PostgresProcess> {
  const { file, args, ...rest } = command;
  const options = { ...rest, detached: true };
  const postgres = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const closed = once(postgres, 'close');
  const lines: string[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: postgres.stderr }).on('line', (line) => {
      log(line);
      if (line.includes('database system is ready to accept connections')) resolve();
      else lines.push(line);
    });
    closed.then(
      () => reject(new PostgresStartError(lines)),
      (error) => reject(new PostgresStartError([String(error)])),
    );
  });
  if (postgres.pid !== undefined) {
    // The watchdog's input closes when this process ends, even by SIGKILL; SIGINT is PostgreSQL's fast shutdown.
    const script = 'read -r _; kill -INT "$0"';
    const watchdog = spawn('/bin/sh', ['-c', script, String(postgres.pid)], {
      ...options,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    postgres.once('exit', () => watchdog.kill('SIGKILL'));
  }
  onLaunch();
  await ready;
  return {
    ended: closed.then(() => {}),
    async stop() {
      postgres.kill('SIGINT');
      const timeout = new AbortController();
      delay(fastShutdownTimeoutMs, undefined, timeout).then(
        () => postgres.kill('SIGQUIT'),
        () => {},
      );
      await closed;
      timeout.abort();
    },
  };
}
