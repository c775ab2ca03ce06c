import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where system commands are looked for: a service's own PATH often lacks the sbin folders. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Tells a living process from every other one that ever had the same number: when it started, and on
 * Linux in which boot. Undefined when no such process lives. A dead process that nobody has collected
 * yet (a zombie) does not live.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    const line = await psColumns(pid, 'stat=,lstart=');
    return line === undefined || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  }
  const stat = await readProcFile(`/proc/${pid}/stat`);
  // The second field is the program's name in brackets, which may itself hold spaces and brackets.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTime] = [fields?.[0], fields?.[19]];
  if (startTime === undefined || state === 'Z' || state === 'X') return undefined;
  const boot = await readProcFile('/proc/sys/kernel/random/boot_id');
  return `${boot?.trim()} ${startTime}`;
}

/** The words a living process was started with, joined by spaces; empty when no such process lives. */
export async function processCommandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') return (await psColumns(pid, 'args=')) ?? '';
  return (await readProcFile(`/proc/${pid}/cmdline`))?.replaceAll('\0', ' ').trim() ?? '';
}

/** The folder that a living process works in, where the system tells it (Linux). */
export async function processFolder(pid: number): Promise<string | undefined> {
  try {
    return await readlink(`/proc/${pid}/cwd`);
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

async function readProcFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    // ESRCH: the process ended between the opening and the reading.
    if (['ENOENT', 'ESRCH'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

async function psColumns(pid: number, columns: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', columns, '-p', String(pid)], {
      env: { PATH: SYSTEM_PATH, LC_ALL: 'C' },
    });
    return stdout.trim();
  } catch (error) {
    // ps ends with 1 when there is no such process.
    if (errorCode(error) === '1') return undefined;
    throw error;
  }
}

/** The system's short name for what went wrong, such as `EACCES`; for a command, its exit code. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
