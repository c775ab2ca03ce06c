import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run('pgrep', ['-P', String(pid)]);
  return stdout.trim().split('\n').map(Number);
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // ESRCH: the process has exited meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

/** Sends SIGSTOP to a process and its children. @returns them */
export async function freezeTree(parent: number): Promise<number[]> {
  // The parent first: otherwise it could start new children meanwhile.
  signalAll([parent], 'SIGSTOP');
  const frozen = [parent, ...(await childrenOf(parent))];
  signalAll(frozen, 'SIGSTOP');
  return frozen;
}
