import { readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fingerprint } from './build/fingerprint.mjs';
import { runOnce } from './build/run-once.mjs';
import { sideBySide } from './build/side-by-side.mjs';
import { isStamped, readStamp, stamp } from './build/stamp.mjs';
import { step } from './build/step.mjs';
import { buildTulind, isTulindBuilt } from './build-tulind.mjs';
import { hasPnpm, installPackages, installPnpm, pnpmBin } from './package-manager.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { projectRoot } from './root.mjs';

/** Inside node_modules, so that both are deleted together. */
const installStamp = join(projectRoot, 'node_modules/.stockbook-install');

/** @typedef {import('./package-manager.mjs').Scope} Scope */

/**
 * @typedef {object} Installation
 * @property {string} node the Node.js to run the program with
 * @property {NodeJS.ProcessEnv} env the environment in which the packages' commands are found
 * @property {Scope} installed what is installed
 */

/**
 * Installs what a command needs, starting from a fresh clone: pnpm, the packages and the indicators. Takes a few
 * milliseconds if everything is up to date.
 *
 * @param {Scope} scope
 * @returns {Promise<Installation>}
 */
export async function bootstrap(scope) {
  const installation = await install(scope, []);
  await runOnce(isTulindBuilt, () => buildTulind(installation.node));
  return installation;
}

/**
 * Installs pnpm and the packages, unless that is done already.
 *
 * @param {Scope} scope
 * @param {readonly ((installed: Scope) => Promise<void>)[]} beside other installations at the same time; each receives
 *   the packages' scope
 * @returns {Promise<Installation>}
 */
export async function install(scope, beside) {
  const packages = fingerprint(['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests()]);
  /** @param {Scope} installed */
  const stampOf = (installed) => `${installed} ${packages}`;
  const isInstalled = () =>
    isStamped(installStamp, stampOf('develop')) ||
    (scope === 'run' && isStamped(installStamp, stampOf('run')));
  await runOnce(
    () => hasPnpm() && isInstalled(),
    async () => {
      if (!hasPnpm()) await step('installing pnpm', installPnpm);
      if (isInstalled()) return;
      // A start after a test keeps what the tests need. Stamps of earlier versions name no scope: all was installed.
      const earlier = readStamp(installStamp);
      const wanted = earlier === '' || earlier.startsWith('run ') ? scope : 'develop';
      const packagesOfScope = async () => {
        await step(`installing the packages that ${reasons[wanted]}`, () => installPackages(wanted));
        stamp(installStamp, stampOf(wanted));
      };
      await sideBySide([packagesOfScope, ...beside.map((run) => () => run(wanted))]);
    },
  );
  const node = pinnedNode().path;
  const installed = isStamped(installStamp, stampOf('run')) ? 'run' : 'develop';
  return { node, env: environment(node), installed };
}

const reasons = { run: 'the program needs', develop: 'the program and its tests need' };

function manifests() {
  const folders = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(join(projectRoot, parent)).map((name) => `${parent}/${name}`),
  );
  return [...folders, 'e2e'].map((folder) => `${folder}/package.json`);
}

/** @param {string} node */
function environment(node) {
  const folders = [dirname(node), join(projectRoot, 'node_modules/.bin'), pnpmBin, process.env.PATH];
  return {
    ...process.env,
    PATH: folders.join(delimiter),
    // Node.js otherwise compiles all files at each start, and strips the types of those that are not bundled.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(projectRoot, 'node_modules/.cache/node'),
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
  };
}
