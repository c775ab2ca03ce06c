import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, processCommandLine, processFolder } from './process-identity.ts';

/** PostgreSQL's signals for a shutdown, from the considerate to the last one, and how long each may take. */
const SHUTDOWN = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

/**
 * Ends a PostgreSQL that still runs on these files although the program that started it is gone. Call it
 * only while holding the data folder's lock. Otherwise removes the lock file of a dead PostgreSQL: the
 * process number in it may belong to a stranger by now, or to a dead process that nobody has collected,
 * and PostgreSQL would take either for a living server.
 */
export async function endOrphan(databaseDir: string): Promise<void> {
  const lockFile = join(databaseDir, 'postmaster.pid');
  const pid = await readPid(lockFile);
  if (pid === undefined) return;
  const isOrphan = () => runsOn(pid, databaseDir);
  if (!(await isOrphan())) return rm(lockFile, { force: true });
  for (const [signal, patienceMs] of SHUTDOWN) {
    signalIfAlive(pid, signal);
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if (!(await isOrphan())) return;
      await sleep(50);
    }
  }
}

/** Its command line names the folder, unless it was started inside: every PostgreSQL works in its folder. */
async function runsOn(pid: number, databaseDir: string): Promise<boolean> {
  const commandLine = await processCommandLine(pid);
  if (commandLine.includes(databaseDir)) return true;
  return commandLine.includes('postgres') && (await processFolder(pid)) === databaseDir;
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
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
