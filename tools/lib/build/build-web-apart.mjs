import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { installIntoCopy } from '../package-manager.mjs';
import { projectRoot } from '../root.mjs';
import { filesBelow, fingerprint } from './fingerprint.mjs';
import { isStamped, stamp } from './stamp.mjs';
import { step } from './step.mjs';

const home = join(projectRoot, '.tools/web');
const copy = join(home, 'copy');
/** Stays if the installation fails, so that the next one downloads only what is missing. */
const store = join(home, 'store');
const copyStamp = join(home, 'copied');

/** The installation reads them. With the manifest of the project's root, it would install that one's packages, too. */
const workspace = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'patches'];

/** The workspace's packages whose modules are in the web client. */
const bundled = ['web', 'api', 'common', 'market-data', 'rules'].map((name) => `@stockbook/${name}`);

/**
 * Copies the sources of the web client, and installs into the copy what builds it, unless that is done already.
 *
 * @param {string[]} sources relative to the project's root
 */
export async function copyWeb(sources) {
  const paths = [...workspace, ...sources];
  const digest = fingerprint(paths);
  if (isStamped(copyStamp, digest)) return;
  // Not by the synchronous functions, during which the lock of this command would have no heartbeat.
  await rm(copy, { recursive: true, force: true });
  const files = paths.flatMap(filesBelow);
  // `cp` of a file takes eight times as long.
  const folders = new Set(files.map((file) => join(copy, dirname(file))));
  await Promise.all([...folders].map((folder) => mkdir(folder, { recursive: true })));
  await Promise.all(files.map((file) => copyFile(join(projectRoot, file), join(copy, file))));
  await step('installing the packages that build the web client', () =>
    installIntoCopy(copy, store, bundled),
  );
  stamp(copyStamp, digest);
}

/**
 * Builds the web client in a copy of its sources with packages of its own, 290 MB, and removes both: running needs none
 * of them.
 *
 * @param {string[]} sources relative to the project's root
 * @param {(folder: string) => Promise<void>} build builds in a copy of `apps/web`
 */
export async function buildWebApart(sources, build) {
  await copyWeb(sources);
  await step('building the web client', () => build(join(copy, 'apps/web')));
  const output = 'apps/web/dist';
  await rm(join(projectRoot, output), { recursive: true, force: true });
  await rename(join(copy, output), join(projectRoot, output));
  await rm(home, { recursive: true });
}
