import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tell } from '../failure.mjs';
import { projectRoot } from '../root.mjs';

const PATH = join(projectRoot, '.tools/bootstrap.lock');
const HEARTBEAT_MS = 1_000;
/** A lock with an older heartbeat was left by a killed process. */
const DEAD_MS = 6_000;

/**
 * Runs a step unless it is done already. A lock file keeps two commands in the same checkout from running it at once.
 *
 * @param {() => boolean} isDone
 * @param {() => Promise<void>} step
 */
export async function runOnce(isDone, step) {
  if (isDone()) return;
  mkdirSync(dirname(PATH), { recursive: true });
  if (!take()) {
    tell('waiting for another command that prepares this folder …');
    while (!take()) await sleep(200);
  }
  const heartbeat = setInterval(() => writeFileSync(PATH, String(process.pid)), HEARTBEAT_MS);
  const release = () => rmSync(PATH, { force: true });
  process.once('exit', release);
  try {
    if (!isDone()) await step();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

function take() {
  try {
    writeFileSync(PATH, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const heartbeat = statSync(PATH, { throwIfNoEntry: false })?.mtimeMs;
  if (heartbeat !== undefined && Date.now() - heartbeat > DEAD_MS) rmSync(PATH, { force: true });
  return false;
}
