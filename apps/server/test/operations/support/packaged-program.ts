import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder of PostgreSQL's programs in Debian and Ubuntu: a folder for each version. */
const versions = '/usr/lib/postgresql';

function newestPostgres(): string[] {
  if (!existsSync(versions)) return [];
  const [newest] = readdirSync(versions).sort((a, b) => Number(b) - Number(a));
  return newest === undefined ? [] : [join(versions, newest, 'bin')];
}

const env = { PATH: [...newestPostgres(), '/usr/sbin', process.env.PATH].join(':'), LC_ALL: 'C' };

const isRoot = process.getuid?.() === 0;

/** The programs refuse to run as root. They end with this process, even if it is killed. */
const asOrdinaryUser = [
  '--pdeathsig=KILL',
  ...(isRoot ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : []),
  '--',
];

/** Runs a program of the machine's packages to its end. @throws if it fails */
export async function runProgram(file: string, ...args: readonly string[]): Promise<void> {
  await run('setpriv', [...asOrdinaryUser, file, ...args], { env, cwd: tmpdir() });
}

/** A running program of the machine's packages. */
export interface Program {
  readonly pid: number;
  /** Everything that it has printed. */
  readonly output: () => string;
  readonly hasEnded: () => boolean;
  /** Sends a signal and waits for the exit. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export function startProgram(file: string, ...args: readonly string[]): Program {
  const child: ChildProcess = spawn('setpriv', [...asOrdinaryUser, file, ...args], { env, cwd: tmpdir() });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const exit = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid ?? 0,
    output: () => output,
    hasEnded,
    async end(signal) {
      child.kill(signal);
      await exit;
    },
  };
}

/** Creates a folder for the programs' files, below the system's folder for temporary files. */
export async function programFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stockbook-operations-'));
  if (isRoot) {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (id) => (await run('id', [id, 'postgres'])).stdout),
    );
    await chown(folder, Number(uid), Number(gid));
  }
  return folder;
}
