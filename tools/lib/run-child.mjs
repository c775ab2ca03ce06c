import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { projectRoot } from './root.mjs';

const isWindows = process.platform === 'win32';

/** Time for a child to exit before it is killed. */
const graceMs = 30_000;
const parentPollMs = 250;

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
/** @type {NodeJS.Signals | undefined} */
let endSignal;

/**
 * Runs a program to its end. It has a process group of its own, so that Ctrl-C reaches it once, through
 * this process, and not a second time from the terminal. A signal to this process is passed to the child; this process
 * then exits with it and starts no other child. If this process is killed, the child receives SIGTERM.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {string} [options.cwd] the project's root by default
 * @param {boolean} [options.isQuiet] collects the output instead of printing it
 * @param {boolean} [options.hasStdin] the child reads this process's standard input
 * @param {boolean} [options.hasIpc] the child notices the end of this process by the event `disconnect`
 * @param {(message: unknown) => void} [options.onMessage] with `hasIpc`: receives the child's messages
 * @param {AbortSignal} [options.abort] ends the child: with SIGTERM, or by `disconnect` if it has IPC
 * @returns {Promise<{ code: number, output: string }>} the exit code, or 128 plus the signal's number if a
 *   signal ended the child; the output is empty unless quiet. Rejects if the program cannot be started.
 */
export function runChild(file, args, options = {}) {
  const { env = process.env, cwd = projectRoot, isQuiet = false, hasStdin = false } = options;
  const { hasIpc = false, onMessage, abort } = options;
  const input = hasStdin ? 'inherit' : 'ignore';
  const out = isQuiet ? 'pipe' : 'inherit';
  if (endSignal !== undefined) return Promise.resolve({ code: codeOf(endSignal), output: '' });
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env,
      // On Windows, it would get a terminal of its own. There Ctrl-C reaches parent and child.
      detached: !isWindows,
      stdio: hasIpc ? [input, out, out, 'ipc'] : [input, out, out],
    });
    children.add(child);
    const endWatch = hasIpc ? () => {} : endWithThisProcess(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    if (onMessage) child.on('message', onMessage);
    abort?.addEventListener('abort', () => (hasIpc ? child.disconnect() : signalGroup(child, 'SIGTERM')));
    child.once('error', (error) => {
      children.delete(child);
      endWatch();
      reject(error);
    });
    // `close` comes after the last output, but never after `disconnect()`.
    child.once(isQuiet ? 'close' : 'exit', (exitCode, signal) => {
      children.delete(child);
      endWatch();
      const code = exitCode ?? codeOf(signal);
      if (endSignal !== undefined && children.size === 0) process.exit(code);
      resolve({ code, output });
    });
  });
}

/**
 * A watchdog whose input closes when this process ends, even by SIGKILL. On Windows there is none: a child without IPC
 * runs to its end.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
function endWithThisProcess(child) {
  if (child.pid === undefined || isWindows) return () => {};
  const script = 'read -r _; kill -TERM "-$0"';
  const watchdog = spawn('/bin/sh', ['-c', script, String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return () => watchdog.kill('SIGKILL');
}

/** @param {NodeJS.Signals} signal */
function end(signal) {
  endSignal = signal;
  if (children.size === 0) process.exit(codeOf(signal));
  for (const child of children) signalGroup(child, signal);
  setTimeout(() => {
    for (const child of children) signalGroup(child, 'SIGKILL');
  }, graceMs).unref();
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (isWindows) return endOnWindows(child, signal);
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: the child has just exited.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Windows has no signals: Node.js would end the child at once, by any of them.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endOnWindows(child, signal) {
  if (child.connected) child.disconnect();
  // Ctrl-C, which the child has received, too.
  else if (signal !== 'SIGINT') child.kill(signal);
}

/** @param {NodeJS.Signals | null} signal */
function codeOf(signal) {
  return signal === null ? 1 : 128 + constants.signals[signal];
}

process.on('SIGINT', () => end('SIGINT'));
process.on('SIGTERM', () => end('SIGTERM'));
// The terminal was closed.
process.on('SIGHUP', () => end('SIGTERM'));

// npm does not forward a signal sent to it alone; when npm ends, the parent process changes.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    end('SIGTERM');
  }, parentPollMs);
  poll.unref();
}
