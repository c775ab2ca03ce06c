import { existsSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isStamped, stamp } from './build/stamp.mjs';
import { step } from './build/step.mjs';
import { Failure } from './failure.mjs';
import { installPinned } from './package-manager.mjs';
import { projectRoot } from './root.mjs';
import { runChild } from './run-child.mjs';

/** The pinned compiler, with the hash of its package in a lock file. */
const pinnedFolder = join(projectRoot, 'tools/clang');
/** @type {{ dependencies: { '@yowasp/clang': string } }} */
const manifest = JSON.parse(readFileSync(join(pinnedFolder, 'package.json'), 'utf8'));
const compilerVersion = manifest.dependencies['@yowasp/clang'];
const compilerHome = join(projectRoot, '.tools/clang');
const compilerScript = join(projectRoot, 'tools/lib/compile-tulind.mjs');
const compilerStamp = join(compilerHome, 'installed');
const tulind = join(projectRoot, 'packages/indicators/node_modules/tulind');
const stampName = 'tulind.stamp';

/** Whether the indicators are those of tulind's present C source. */
export function isTulindBuilt() {
  return existsSync(tulind) && isStamped(join(realpathSync(tulind), stampName), tulindDigest());
}

function tulindDigest() {
  return [
    readFileSync(join(tulind, 'package.json'), 'utf8'),
    readFileSync(compilerScript, 'utf8'),
    compilerVersion,
  ].join('\n');
}

/** Installs the compiler, unless it is there already. */
export async function installCompiler() {
  if (isStamped(compilerStamp, compilerVersion)) return;
  await step('installing the compiler of the indicators', () => installPinned(pinnedFolder, compilerHome));
  stamp(compilerStamp, compilerVersion);
}

/**
 * Compiles tulind's C source to WebAssembly, unless that is done already. The compiler is WebAssembly itself: the
 * machine needs none, and the result is the same on every one. The compiler has 100 MB, and is removed afterwards.
 *
 * @param {string} node
 */
export async function buildTulind(node) {
  if (isTulindBuilt()) return;
  const home = realpathSync(tulind);
  await installCompiler();
  await step('compiling the indicators', () => compile(home, node));
  rmSync(compilerHome, { recursive: true });
  stamp(join(home, stampName), tulindDigest());
}

/**
 * @param {string} home tulind's folder
 * @param {string} node
 */
async function compile(home, node) {
  const draft = mkdtempSync(join(home, 'draft-'));
  const target = join(draft, 'tulind.wasm');
  const compiler = join(compilerHome, 'node_modules/@yowasp/clang/gen/bundle.js');
  const source = join(home, 'external/tiamalgamation.c');
  // For this one short run, V8's optimizing compiler would take longer than it saves: 7 instead of 4 s.
  const args = ['--liftoff-only', compilerScript, compiler, source, target];
  const { code, output } = await runChild(node, args, { isQuiet: true });
  if (code === 0) renameSync(target, join(home, 'tulind.wasm'));
  rmSync(draft, { recursive: true });
  if (code === 0) return;
  process.stderr.write(output);
  throw new Failure('see the reason above. The compiler needs 600 MB of memory.');
}
