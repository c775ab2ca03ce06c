import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { commandFile } from '../package-command.mjs';
import { projectRoot } from '../root.mjs';
import { runChild } from '../run-child.mjs';
import { buildWebApart } from './build-web-apart.mjs';
import { fingerprint } from './fingerprint.mjs';
import { runOnce } from './run-once.mjs';
import { isStamped, stamp } from './stamp.mjs';
import { step } from './step.mjs';

/** The paths that both parts are made from, apart from their own. */
const sharedSources = [
  'packages/api',
  'packages/common',
  'packages/market-data',
  'packages/rules',
  'pnpm-lock.yaml',
];

/** @typedef {import('../package-manager.mjs').Scope} Scope */

/** The parts that are built before the program runs: folder, name in messages, bundler, paths of their own sources. */
const parts = [
  {
    name: 'web client',
    folder: 'apps/web',
    command: ['vite', 'build'],
    output: 'dist/index.html',
    sources: ['apps/web', 'docs/pictures', 'docs/rules.md', 'tsconfig.base.json'],
  },
  {
    name: 'server',
    folder: 'apps/server',
    command: ['rolldown', '-c'],
    output: 'dist/main.js',
    sources: [
      'apps/server/src',
      'apps/server/package.json',
      'apps/server/rolldown',
      'apps/server/rolldown.config.ts',
      'packages/db',
      'packages/indicators',
      'packages/portfolio',
    ],
  },
];

/**
 * Builds the web client and the server, each unless its sources are unchanged since its last build.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {Scope} installed
 */
export async function buildProgram(env, installed) {
  const shared = fingerprint(sharedSources);
  for (const { name, folder, command, output, sources } of parts) {
    const digest = () => `${shared} ${fingerprint(sources)}`;
    const stampFile = join(projectRoot, '.tools', `${folder.replace('apps/', '')}-build`);
    const isBuilt = () => existsSync(join(projectRoot, folder, output)) && isStamped(stampFile, digest());
    await runOnce(isBuilt, async () => {
      if (installed === 'run' && folder === 'apps/web') {
        // The files that Node.js compiles are removed with the copy.
        const uncached = { ...env, NODE_DISABLE_COMPILE_CACHE: '1' };
        await buildWebApart([...sharedSources, ...sources], (cwd) => build(cwd, command, uncached));
      } else {
        await step(`building the ${name}`, () => build(join(projectRoot, folder), command, env));
      }
      // After the build, because the web client's writes routeTree.gen.ts, one of its sources.
      stamp(stampFile, digest());
    });
  }
}

/**
 * Calls the bundler without Turborepo, which only developers have.
 *
 * @param {string} cwd
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} env
 */
async function build(cwd, [program = '', ...args], env) {
  const file = commandFile(program, program, cwd);
  const { code, output } = await runChild('node', [file, ...args], { env, cwd, isQuiet: true });
  if (code === 0) return;
  process.stderr.write(output);
  throw new Failure('see the reason above.');
}
