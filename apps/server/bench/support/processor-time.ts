import { readFile } from 'node:fs/promises';
import type { Database } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';

/** Linux counts the time of a process in hundredths of a second. */
const tickMs = 10;

/** The numbers of `/proc/PID/stat` from the process's parent on. */
async function readStat(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may contain blanks.
  return stat
    .slice(stat.lastIndexOf(')') + 4)
    .split(' ')
    .map(Number);
}

async function parentOf(pid: number): Promise<number> {
  const [parent = 0] = await readStat(pid);
  return parent;
}

/** The process identifier of PostgreSQL's main process. */
export async function postmasterOf(database: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
    database.fork().getKysely(),
  );
  return parentOf(rows[0]?.pid ?? 0);
}

/** Milliseconds of processor time that a process has used, all its threads included. */
export async function processorMs(pid: number): Promise<number> {
  const [user = 0, system = 0] = (await readStat(pid)).slice(10, 12);
  return (user + system) * tickMs;
}

/** The same of a process and its children, also of those that have ended. */
export async function processorMsWithChildren(pid: number): Promise<number> {
  const ticks = (await readStat(pid)).slice(10, 14).reduce((sum, value) => sum + value, 0);
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
  // A process that ends meanwhile is counted as an ended child the next time.
  const times = await Promise.all(children.map((child) => processorMs(Number(child)).catch(() => 0)));
  return times.reduce((sum, ms) => sum + ms, ticks * tickMs);
}
