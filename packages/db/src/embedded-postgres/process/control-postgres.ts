import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './postgres-account.ts';
import { postgresCommand } from './postgres-command.ts';
import { errorCode } from './process-identity.ts';
import { type PostgresObserver, type PostgresProcess, PostgresStartError } from './spawn-postgres.ts';

/** As long as the program tries to start PostgreSQL, in seconds. */
const startTimeoutS = 30;
/** Time for a fast shutdown, in seconds. Then an immediate shutdown follows. */
const fastShutdownTimeoutS = 20;
const pollMs = 200;

/** Beside PostgreSQL's files, so that its account may write it. */
const logFile = 'postgres.log';

/**
 * Starts PostgreSQL by `pg_ctl`, for Windows: there PostgreSQL refuses to run as an administrator, whose rights
 * `pg_ctl` takes from it, and Node.js cannot send it a signal. PostgreSQL outlives this process if that is killed; the
 * next start ends it.
 * @param flags of `postgres`
 * @throws PostgresStartError
 */
export async function controlPostgres(
  databaseDir: string,
  account: Account | undefined,
  flags: readonly string[],
  { log, onLaunch }: PostgresObserver,
): Promise<PostgresProcess> {
  /** Whether pg_ctl succeeded. It prints nothing to pipes, which PostgreSQL would inherit and keep open. */
  async function control(argsFor: (path: string) => string[]): Promise<boolean> {
    const { file, args, ...options } = await postgresCommand(account, 'pg_ctl', databaseDir, argsFor);
    const [code] = await once(spawn(file, args, { ...options, stdio: 'ignore', windowsHide: true }), 'exit');
    return code === 0;
  }
  await rm(join(databaseDir, logFile), { force: true });
  onLaunch();
  const isStarted = await control((path) => [
    'start',
    `--pgdata=${path}`,
    '--wait',
    `--timeout=${startTimeoutS}`,
    `--log=${join(path, logFile)}`,
    `--options=${flags.join(' ')}`,
  ]);
  const lines = await readLines(join(databaseDir, logFile));
  for (const line of lines) log(line);
  if (!isStarted) throw new PostgresStartError(lines);
  const pid = Number((await readLines(join(databaseDir, 'postmaster.pid')))[0]);
  return {
    ended: untilEnded(pid, { ref: false }),
    async stop() {
      for (const mode of ['fast', 'immediate']) {
        const wait = ['--wait', `--timeout=${fastShutdownTimeoutS}`];
        // It fails if PostgreSQL has ended already.
        if (await control((path) => ['stop', `--pgdata=${path}`, `--mode=${mode}`, ...wait])) break;
      }
      await untilEnded(pid, { ref: true });
    },
  };
}

/** @param options with `ref: false`, this process may end before */
async function untilEnded(pid: number, options: { ref: boolean }): Promise<void> {
  while (isRunning(pid)) await delay(pollMs, undefined, options);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}

async function readLines(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
