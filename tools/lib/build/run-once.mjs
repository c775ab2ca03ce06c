import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { print } from '../failure.mjs';
import { projectRoot } from '../root.mjs';

const lockFile = join(projectRoot, '.tools/bootstrap.lock');
const heartbeatIntervalMs = 1_000;
/** A lock with an older heartbeat was left by a killed process, if its process is not running. */
const staleAfterMs = 6_000;
/** Its process is another one, with the same id. A machine without processor time delays heartbeats by seconds. */
const lostAfterMs = 60_000;

/**
 * Runs a step unless it is done already. A lock file keeps two commands in the same checkout from running it at once.
 *
 * @param {() => boolean} isDone
 * @param {() => Promise<void>} step
 */
export async function runOnce(isDone, step) {
  if (isDone()) return;
  mkdirSync(dirname(lockFile), { recursive: true });
  if (!tryLock()) {
    print('waiting for another command that prepares this folder …');
    while (!tryLock()) await sleep(200);
  }
  const heartbeat = setInterval(() => writeFileSync(lockFile, String(process.pid)), heartbeatIntervalMs);
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  try {
    if (!isDone()) await step();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

function tryLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const silentMs = Date.now() - (statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (silentMs > lostAfterMs || (silentMs > staleAfterMs && !isOwnerRunning()))
    rmSync(lockFile, { force: true });
  return false;
}

function isOwnerRunning() {
  try {
    process.kill(Number(readFileSync(lockFile, 'utf8')), 0);
    return true;
  } catch (error) {
    // The process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
