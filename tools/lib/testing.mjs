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
 * Runs npm in its own process group, as a terminal does.
 *
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {Record<string, string>} [options.env] changes to the environment of a new terminal
 * @param {string} [options.input] standard input
 */
export function startNpm(args, { cwd = projectRoot, env = {}, input = '' } = {}) {
  const npm = spawn('npm', ['--no-update-notifier', ...args], {
    cwd,
    detached: true,
    env: terminalEnvironment(env),
  });
  npm.stdin.end(input);
  /** @type {string[]} */
  const lines = [];
  for (const stream of [npm.stdout, npm.stderr]) {
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  }
  return {
    pid: npm.pid ?? Number.NaN,
    /** The lines printed so far, on both streams. */
    lines,
    isRunning: () => npm.exitCode === null && npm.signalCode === null,
    /** The exit code; resolves after the last process that could still print has ended. */
    closed: once(npm, 'close').then(([code]) => code),
  };
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
