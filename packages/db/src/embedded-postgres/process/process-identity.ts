import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** PATH for system commands: the PATH of a service often lacks the sbin folders. */
export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Identifies a process among all that ever had the same process id: its start time and, on Linux, the boot id.
 * Undefined if no such process runs; a zombie does not count as running.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return powershell(`(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`);
  if (process.platform !== 'linux') {
    const line = await psColumns(pid, 'stat=,lstart=');
    return line === undefined || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  }
  const stat = await readProcFile(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, which can contain spaces and parentheses itself.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTime] = [fields?.[0], fields?.[19]];
  if (startTime === undefined || state === 'Z' || state === 'X') return undefined;
  const boot = await readProcFile('/proc/sys/kernel/random/boot_id');
  return `${boot?.trim()} ${startTime}`;
}

/** The command line of a running process, joined by spaces; empty if no such process runs. */
export async function processCommandLine(pid: number): Promise<string> {
  if (process.platform === 'win32') {
    return (await powershell(`(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`)) ?? '';
  }
  if (process.platform !== 'linux') return (await psColumns(pid, 'args=')) ?? '';
  return (await readProcFile(`/proc/${pid}/cmdline`))?.replaceAll('\0', ' ').trim() ?? '';
}

/** The working directory of a running process; undefined if none runs, and on systems other than Linux. */
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
    // ESRCH: the process ended between open and read.
    if (['ENOENT', 'ESRCH'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

async function psColumns(pid: number, columns: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', columns, '-p', String(pid)], {
      env: { PATH: systemPath, LC_ALL: 'C' },
    });
    return stdout.trim();
  } catch (error) {
    // ps exits with 1 if the process does not exist.
    if (errorCode(error) === '1') return undefined;
    throw error;
  }
}

/** The output of a statement; undefined if it fails, for example because no process has the id. */
async function powershell(statement: string): Promise<string | undefined> {
  const script = `$ErrorActionPreference = 'Stop'; ${statement}`;
  try {
    const { stdout } = await run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script]);
    return stdout.trim() || undefined;
  } catch (error) {
    if (errorCode(error) === '1') return undefined;
    throw error;
  }
}

/** The `code` of an error: a system error name such as `EACCES`, or the exit code of a command. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
