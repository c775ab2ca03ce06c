import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { postgresBinary } from './postgres-binary.ts';
import { errorCode, processCommandLine, processFolder } from './process-identity.ts';

const run = promisify(execFile);

/** Shutdown signals, from PostgreSQL's fast shutdown to SIGKILL, each with its time-out in milliseconds. */
const shutdownSteps = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

/**
 * Stops a PostgreSQL that still runs on these files although the program that started it is dead. If none runs, removes
 * `postmaster.pid`: its process id may by now belong to another program or to a zombie, which PostgreSQL would take for
 * a running server. The caller holds the data folder's lock.
 */
export async function endOrphan(databaseDir: string): Promise<void> {
  const lockFile = join(databaseDir, 'postmaster.pid');
  const pid = await readPid(lockFile);
  if (pid === undefined) return;
  const isOrphan = () => runsOn(pid, databaseDir);
  if (!(await isOrphan())) return rm(lockFile, { force: true });
  for (const [signal, timeoutMs] of shutdownSteps) {
    await signalIfAlive(pid, signal);
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (!(await isOrphan())) return;
      await delay(50);
    }
  }
}

/** The command line names the folder, unless PostgreSQL was started inside it; it always works in that folder. */
async function runsOn(pid: number, databaseDir: string): Promise<boolean> {
  const commandLine = await processCommandLine(pid);
  // On Windows, pg_ctl writes paths with slashes.
  if (commandLine.replaceAll(sep, '/').includes(databaseDir.replaceAll(sep, '/'))) return true;
  return commandLine.includes('postgres') && (await processFolder(pid)) === databaseDir;
}

async function signalIfAlive(pid: number, signal: NodeJS.Signals): Promise<void> {
  try {
    // By Node.js, every signal ends a process of Windows at once.
    if (process.platform === 'win32' && signal !== 'SIGKILL') {
      await run(postgresBinary('pg_ctl'), ['kill', signal.replace('SIG', ''), String(pid)]);
    } else {
      process.kill(pid, signal);
    }
  } catch (error) {
    // pg_ctl exits with 1 if no such process runs.
    if (!['ESRCH', '1'].includes(errorCode(error))) throw error;
  }
}

async function readPid(lockFile: string): Promise<number | undefined> {
  try {
    const pid = Number((await readFile(lockFile, 'utf8')).split('\n')[0]);
    return pid > 0 ? pid : undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
