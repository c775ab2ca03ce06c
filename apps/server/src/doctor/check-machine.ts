import { access, constants, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import type { Env } from '../env.ts';
import { authorityOf } from '../listen.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Room for about 1,000 stocks with their histories. */
const minFreeBytes = 1e9;

/** Checks the program's own machine: Node.js, the port and the disk. `npm run` installs what is missing before. */
export async function checkMachine(env: Env): Promise<Finding[]> {
  return [
    ok('Node.js', `${process.versions.node} on ${process.platform}-${process.arch}`),
    ...(env.ROLE === 'worker' ? [] : [await checkPort(env)]),
    ...(await checkFolders(env)),
  ];
}

/** A port in use is fine if Stockbook uses it. */
async function checkPort({ HOST, PORT }: Env): Promise<Finding> {
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(PORT, HOST, () => resolve(true));
  });
  server.close();
  if (isFree) return ok('port', `${PORT} of ${HOST} is free: the server is not running here`);
  const isOurs = await fetch(`http://${authorityOf(HOST)}:${PORT}/api/version`, {
    signal: AbortSignal.timeout(3000),
  })
    .then(async (response) => Object(await response.json()).name === 'Stockbook')
    .catch(() => false);
  return isOurs
    ? ok('port', `${PORT} of ${HOST} is answered by Stockbook`)
    : problem('port', `${PORT} of ${HOST} is used by another program: stop it, or set PORT`);
}

async function checkFolders(env: Env): Promise<Finding[]> {
  const folders = new Map<string, string>();
  if (env.DATABASE_URL === undefined) folders.set('DATA_DIR', env.DATA_DIR);
  if (env.BACKUP_DIR !== undefined) folders.set('BACKUP_DIR', env.BACKUP_DIR);
  return Promise.all([...folders].map(([variable, folder]) => checkFolder(variable, folder)));
}

async function checkFolder(variable: string, folder: string): Promise<Finding> {
  const existing = await nearestExisting(folder);
  if (!(await canAccess(existing, constants.W_OK))) {
    return problem(variable, `${folder} is not writable: change its owner, or set ${variable}`);
  }
  const { bavail, bsize } = await statfs(existing);
  const free = `${(bavail * bsize * 1e-9).toFixed(1)} GB free`;
  return bavail * bsize < minFreeBytes
    ? problem(variable, `${folder} has only ${free}: make room`)
    : ok(variable, `${folder}, ${free}`);
}

/** The folder, or the nearest folder above that exists: the start creates the rest. */
async function nearestExisting(folder: string): Promise<string> {
  const isLast = dirname(folder) === folder || (await canAccess(folder, constants.F_OK));
  return isLast ? folder : nearestExisting(dirname(folder));
}

async function canAccess(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
