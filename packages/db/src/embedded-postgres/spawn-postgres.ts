import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from './postgres-command.ts';

/** How long a fast shutdown may take before PostgreSQL is told to drop everything and recover later. */
const STOP_PATIENCE_MS = 20_000;

export type PostgresProcess = {
  /** Ends every connection, writes what is to be written, and resolves when the process is gone. */
  stop(): Promise<void>;
  /** Resolves when the process is gone, whatever ended it. */
  ended: Promise<void>;
};

/** PostgreSQL ended before it took connections. */
export class PostgresGaveUp extends Error {
  readonly isPortTaken: boolean;
  /** Processes of an earlier PostgreSQL that was killed still hold the files; they go within seconds. */
  readonly isStillHeld: boolean;

  constructor(lines: string[]) {
    const output = lines.join('\n');
    super(output.match(/(?:FATAL|PANIC): +(.*)/)?.[1] ?? lines.at(-1) ?? 'it said nothing');
    this.isPortTaken = /could not create any TCP\/IP sockets/.test(output);
    this.isStillHeld = /pre-existing shared memory block|lock file ".*" already exists/.test(output);
  }
}

/**
 * Starts PostgreSQL and waits until it takes connections. It has a process group of its own, so that
 * Ctrl-C in a terminal reaches only the server, which then stops it last; and it has a watchdog, so
 * that it ends with this process whichever way this process ends.
 *
 * @throws PostgresGaveUp
 */
export async function spawnPostgres(command: Command, log: (line: string) => void): Promise<PostgresProcess> {
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
      () => reject(new PostgresGaveUp(lines)),
      (error) => reject(new PostgresGaveUp([String(error)])),
    );
  });
  if (postgres.pid !== undefined) {
    // Its input closes when this process ends, even by SIGKILL; SIGINT is PostgreSQL's fast shutdown.
    const script = 'read -r _; kill -INT "$0"';
    const watchdog = spawn('/bin/sh', ['-c', script, String(postgres.pid)], {
      ...options,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    postgres.once('exit', () => watchdog.kill('SIGKILL'));
  }
  await ready;
  return {
    ended: closed.then(() => {}),
    async stop() {
      postgres.kill('SIGINT');
      const patience = new AbortController();
      sleep(STOP_PATIENCE_MS, undefined, patience).then(
        () => postgres.kill('SIGQUIT'),
        () => {},
      );
      await closed;
      patience.abort();
    },
  };
}
