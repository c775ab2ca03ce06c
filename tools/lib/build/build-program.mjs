import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, print } from '../failure.mjs';
import { projectRoot } from '../root.mjs';
import { runChild } from '../run-child.mjs';
import { fingerprint } from './fingerprint.mjs';
import { runOnce } from './run-once.mjs';
import { isStamped, stamp } from './stamp.mjs';

/** The paths that both parts are made from, apart from their own. */
const sharedSources = ['packages/api', 'packages/common', 'packages/rules', 'pnpm-lock.yaml'];

/** The parts that are built before the program runs: folder, name in messages, paths of their own sources. */
const parts = [
  {
    name: 'web client',
    folder: 'apps/web',
    output: 'dist/index.html',
    sources: ['apps/web', 'docs/rules.md', 'tsconfig.base.json'],
  },
  {
    name: 'server',
    folder: 'apps/server',
    output: 'dist/main.js',
    sources: [
      'apps/server/src',
      'apps/server/package.json',
      'apps/server/rolldown.config.ts',
      'packages/db',
      'packages/indicators',
      'packages/market-data',
      'packages/portfolio',
    ],
  },
];

/**
 * Builds the web client and the server, each unless its sources are unchanged since its last build.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export async function buildProgram(env) {
  const shared = fingerprint(sharedSources);
  for (const { name, folder, output, sources } of parts) {
    const digest = () => `${shared} ${fingerprint(sources)}`;
    const stampFile = join(projectRoot, '.tools', `${folder.replace('apps/', '')}-build`);
    const isBuilt = () => existsSync(join(projectRoot, folder, output)) && isStamped(stampFile, digest());
    await runOnce(isBuilt, async () => {
      print(`building the ${name} …`);
      const args = ['run', 'build', `--filter=./${folder}`];
      const { code, output: printed } = await runChild('turbo', args, { env, isQuiet: true });
      if (code !== 0) {
        process.stderr.write(printed);
        throw new Failure(`the ${name} could not be built, for the reason above.`);
      }
      // After the build, because the web client's writes routeTree.gen.ts, one of its sources.
      stamp(stampFile, digest());
    });
  }
}
