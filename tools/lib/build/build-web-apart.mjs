import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { installIntoCopy } from '../package-manager.mjs';
import { projectRoot } from '../root.mjs';
import { filesBelow } from './fingerprint.mjs';
import { step } from './step.mjs';

const home = join(projectRoot, '.tools/web');
const copy = join(home, 'copy');
/** Stays if the installation fails, so that the next one downloads only what is missing. */
const store = join(home, 'store');

/** The installation reads them. With the manifest of the project's root, it would install that one's packages, too. */
const workspace = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'patches'];

/** The workspace's packages whose modules are in the web client. */
const bundled = ['web', 'api', 'common', 'market-data', 'rules'].map((name) => `@stockbook/${name}`);

/**
 * Builds the web client in a copy of its sources with packages of its own, 290 MB, and removes both: running needs none
 * of them.
 *
 * @param {string[]} sources relative to the project's root
 * @param {(folder: string) => Promise<void>} build builds in a copy of `apps/web`
 */
export async function buildWebApart(sources, build) {
  // Not by the synchronous functions, during which the lock of this command would have no heartbeat.
  await rm(copy, { recursive: true, force: true });
  for (const path of [...workspace, ...sources].flatMap(filesBelow)) {
    await cp(join(projectRoot, path), join(copy, path));
  }
  await step('installing the packages that build the web client', () =>
    installIntoCopy(copy, store, bundled),
  );
  await step('building the web client', () => build(join(copy, 'apps/web')));
  const output = 'apps/web/dist';
  await rm(join(projectRoot, output), { recursive: true, force: true });
  await rename(join(copy, output), join(projectRoot, output));
  await rm(home, { recursive: true });
}
