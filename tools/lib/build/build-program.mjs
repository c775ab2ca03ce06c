import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { install } from '../bootstrap.mjs';
import { buildTulind, installCompiler, isTulindBuilt } from '../build-tulind.mjs';
import { Failure } from '../failure.mjs';
import { availableMemory } from '../heap-options.mjs';
import { commandFile } from '../package-command.mjs';
import { projectRoot } from '../root.mjs';
import { runChild } from '../run-child.mjs';
import { buildWebApart, copyWeb } from './build-web-apart.mjs';
import { fingerprint } from './fingerprint.mjs';
import { runOnce } from './run-once.mjs';
import { sideBySide } from './side-by-side.mjs';
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
/**
 * Read once: that takes longer than all else of a start that builds nothing.
 *
 * @type {string | undefined}
 */
let sharedDigest;

/** @typedef {import('../package-manager.mjs').Scope} Scope */
/** @typedef {{ name: string, folder: string, bundle: string[], output: string, sources: string[] }} Part */

/** @type {Part} */
const web = {
  name: 'web client',
  folder: 'apps/web',
  bundle: ['vite', 'build'],
  output: 'dist/index.html',
  sources: ['apps/web', 'docs/pictures', 'docs/rules.md', 'tsconfig.base.json'],
};

/** @type {Part} */
const server = {
  name: 'server',
  folder: 'apps/server',
  bundle: ['rolldown', '-c'],
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
};

/** Of each build, 0.8 GB at most, and of what else the machine does. */
const memoryOfBuildsAtOnce = 3 * 2 ** 30;

/**
 * Installs and builds the program, starting from a fresh clone, but for what is there and made of the same sources.
 *
 * @param {Scope} scope
 */
export async function buildProgram(scope) {
  const installation = await install(scope, [
    async () => {
      if (!isTulindBuilt()) await installCompiler();
    },
    async (installed) => {
      if (installed === 'run' && !isBuilt(web)) await copyWeb([...sharedSources, ...web.sources]);
    },
  ]);
  const { node, env, installed } = installation;
  await runOnce(
    () => isTulindBuilt() && isBuilt(web) && isBuilt(server),
    async () => {
      const steps = [
        () => buildTulind(node),
        () => buildPart(web, () => (installed === 'run' ? buildApart(env) : buildHere(web, env))),
        () => buildPart(server, () => buildHere(server, env)),
      ];
      if (availableMemory() >= memoryOfBuildsAtOnce) return sideBySide(steps);
      for (const run of steps) await run();
    },
  );
  return installation;
}

/**
 * Builds a part, unless its sources are unchanged since its last build.
 *
 * @param {Part} part
 * @param {() => Promise<void>} run
 */
async function buildPart(part, run) {
  if (isBuilt(part)) return;
  await run();
  // After the build, because the web client's writes routeTree.gen.ts, one of its sources.
  stamp(stampOf(part), digestOf(part));
}

/** @param {NodeJS.ProcessEnv} env */
async function buildApart(env) {
  // The files that Node.js compiles are removed with the copy.
  const uncached = { ...env, NODE_DISABLE_COMPILE_CACHE: '1' };
  await buildWebApart([...sharedSources, ...web.sources], (cwd) => build(cwd, web.bundle, uncached));
}

/** @param {Part} part */
function isBuilt(part) {
  return existsSync(join(projectRoot, part.folder, part.output)) && isStamped(stampOf(part), digestOf(part));
}

/** @param {Part} part */
function digestOf({ sources }) {
  sharedDigest ??= fingerprint(sharedSources);
  return `${sharedDigest} ${fingerprint(sources)}`;
}

/** @param {Part} part */
function stampOf({ folder }) {
  return join(projectRoot, '.tools', `${folder.replace('apps/', '')}-build`);
}

/**
 * @param {Part} part
 * @param {NodeJS.ProcessEnv} env
 */
async function buildHere({ name, folder, bundle }, env) {
  await step(`building the ${name}`, () => build(join(projectRoot, folder), bundle, env));
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
