import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { delimiter } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from './root.mjs';

/**
 * The environment of a new terminal: the machine's own Node.js and npm, without the variables of the npm that runs the
 * tests, but with the certificates that the machine needs to reach the registry.
 *
 * @param {Record<string, string>} changes
 * @returns {NodeJS.ProcessEnv}
 */
function terminalEnvironment(changes) {
  const outside = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_(?!EXTRA_CA_CERTS)|VITEST)/.test(name),
  );
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(projectRoot));
  return { ...Object.fromEntries(outside), PATH: path.join(delimiter), DATABASE_URL: '', ...changes };
}

/**
 * @typedef {object} ProgramOptions
 * @property {string} [cwd] the project's root by default
 * @property {Record<string, string>} [env] changes to the environment of a new terminal
 * @property {string} [input] standard input
 */

/**
 * Runs a program in its own process group, as a terminal does.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {ProgramOptions} [options]
 */
export function startProgram(file, args, { cwd = projectRoot, env = {}, input = '' } = {}) {
  const child = spawn(file, args, { cwd, detached: true, env: terminalEnvironment(env) });
  child.stdin.end(input);
  /** @type {string[]} */
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  }
  return {
    pid: child.pid ?? Number.NaN,
    /** The lines printed so far, on both streams. */
    lines,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** The exit code; resolves after the last process that could still print has ended. */
    closed: once(child, 'close').then(([code]) => code),
  };
}

/**
 * @param {string[]} args
 * @param {ProgramOptions} [options]
 */
export function startNpm(args, options) {
  return startProgram('npm', ['--no-update-notifier', ...args], options);
}

/** @param {number} count */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  const ports = servers.map(async (server) => {
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address ? address.port : Number.NaN;
  });
  const numbers = await Promise.all(ports);
  await Promise.all(servers.map((server) => server.close() && once(server, 'close')));
  return numbers;
}
