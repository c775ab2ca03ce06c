import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { missingPackages } from './missing-packages.mjs';
import { presentNode } from './present-node.mjs';
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

/** @typedef {'run' | 'develop'} Scope what to install: all packages, or those that the server needs */

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
 * Installs what a lock file names. npm verifies the hashes. What it downloads does not stay in the user's cache.
 *
 * @param {string} pinned the folder of the lock file
 * @param {string} home the folder to install into
 */
export async function installPinned(pinned, home) {
  const retries = Object.entries(fetchRetries).map(([name, value]) => `--fetch-${name}=${value}`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...retries];
  const [file, npm] = npmCommand();
  const cache = join(home, 'cache');
  cpSync(pinned, home, { recursive: true });
  await runInstall(file, [...npm, 'ci', '--prefix', home, '--cache', cache, ...flags]);
  rmSync(cache, { recursive: true, force: true });
}

/**
 * The npm that runs this command, otherwise that of PATH.
 *
 * @returns {[file: string, args: string[]]}
 */
export function npmCommand() {
  const npm = process.env.npm_execpath ?? '';
  return npm.endsWith('npm-cli.js') ? [presentNode, [npm]] : ['npm', []];
}

/**
 * Installs the lockfile's versions. Keeps what is installed already, also of a wider scope.
 *
 * @param {Scope} scope
 */
export async function installPackages(scope) {
  await pnpmInstall(scope === 'run' ? ['--prod', '--filter=@stockbook/server...'] : [], projectRoot);
}

/**
 * Installs the run-time packages of some of the workspace's packages into a copy of it. The copy has a store of its
 * own, because the files of a removed package would stay in that of the user.
 *
 * @param {string} copy
 * @param {string} store
 * @param {readonly string[]} names
 */
export async function installIntoCopy(copy, store, names) {
  const selected = names.map((name) => `--filter=${name}`);
  await pnpmInstall(['--prod', ...selected, `--store-dir=${store}`], copy);
}

/**
 * @param {string[]} selection
 * @param {string} cwd the folder of the lock file
 */
async function pnpmInstall(selection, cwd) {
  const retries = Object.entries(fetchRetries).map(([name, value]) => `--config.fetch-${name}=${value}`);
  // Without a terminal, pnpm could not ask whether to remove an older layout of node_modules.
  const flags = ['--frozen-lockfile', '--config.confirm-modules-purge=false'];
  // By `npm run --silent`, pnpm would print no reason of a failure.
  const printed = ['--reporter=append-only', '--loglevel=info'];
  const args = [pnpmEntry, 'install', ...selection, ...flags, ...printed, ...retries];
  await runInstall(presentNode, args, cwd);
  const missing = missingPackages(cwd);
  if (missing.length === 0) return;
  throw new Failure(`the npm registry did not deliver ${missing.join(', ')}: run this again.`);
}

/**
 * @param {string} file
 * @param {string[]} args
 * @param {string} [cwd]
 */
async function runInstall(file, args, cwd = projectRoot) {
  const { code, output } = await runChild(file, args, { cwd, isQuiet: true });
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
