import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { projectRoot } from './root.mjs';
import { runChild } from './run-child.mjs';

/** The pinned pnpm, with the hash of its package in a lock file. */
const pinnedFolder = join(projectRoot, 'tools/pnpm');
/** @type {{ dependencies: { pnpm: string } }} */
const manifest = JSON.parse(readFileSync(join(pinnedFolder, 'package.json'), 'utf8'));
const pnpmHome = join(projectRoot, '.tools', `pnpm-${manifest.dependencies.pnpm}`);

/** The folder with the `pnpm` command, for PATH. */
export const pnpmBin = join(pnpmHome, 'node_modules/.bin');
const pnpmEntry = join(pnpmHome, 'node_modules/pnpm/bin/pnpm.cjs');

/** @typedef {'run' | 'develop'} Scope what to install: all packages, or those that building and running need */

/** Fails within seconds, not minutes, if there is no network. */
const fetchRetries = { retries: 3, 'retry-mintimeout': 1000, 'retry-factor': 3 };

export function hasPnpm() {
  return existsSync(pnpmEntry);
}

/** Installs the pinned pnpm into `.tools`. */
export async function installPnpm() {
  await installPinned(pinnedFolder, pnpmHome);
}

/**
 * Installs what a lock file names. npm verifies the hashes.
 *
 * @param {string} pinned the folder of the lock file
 * @param {string} home the folder to install into
 */
export async function installPinned(pinned, home) {
  const retries = Object.entries(fetchRetries).map(([name, value]) => `--fetch-${name}=${value}`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...retries];
  const npm = process.env.npm_execpath ?? '';
  const [file, args] = npm.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  cpSync(pinned, home, { recursive: true });
  await runInstall(file, [...args, 'ci', '--prefix', home, ...flags]);
}

/**
 * Installs the lockfile's versions. Keeps what is installed already, also of a wider scope.
 *
 * @param {Scope} scope
 */
export async function installPackages(scope) {
  const retries = Object.entries(fetchRetries).map(([name, value]) => `--config.fetch-${name}=${value}`);
  // Without a terminal, pnpm could not ask whether to remove an older layout of node_modules.
  const flags = ['--frozen-lockfile', '--config.confirm-modules-purge=false'];
  // By `npm run --silent`, pnpm would print no reason of a failure.
  const printed = ['--reporter=append-only', '--loglevel=info'];
  const only = scope === 'run' ? ['--prod'] : [];
  await runInstall(process.execPath, [pnpmEntry, 'install', ...only, ...flags, ...printed, ...retries]);
}

/**
 * @param {string} file
 * @param {string[]} args
 */
async function runInstall(file, args) {
  const { code, output } = await runChild(file, args, { isQuiet: true });
  if (code === 0) return;
  const unreachable = output.match(/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/)?.[0];
  if (unreachable !== undefined) {
    throw new Failure(
      `the npm registry cannot be reached (${unreachable}): connect this machine to the network, then run this again.`,
    );
  }
  process.stderr.write(output);
  throw new Failure('see the reason above.');
}
