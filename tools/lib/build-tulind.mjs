import { mkdtempSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runOnce } from './build/run-once.mjs';
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
const compilerHome = join(projectRoot, '.tools/clang');
const compilerScript = join(projectRoot, 'tools/lib/compile-tulind.mjs');

/**
 * Compiles tulind's C source to WebAssembly, unless that is done already. The compiler is WebAssembly itself: the
 * machine needs none, and the result is the same on every one. The compiler has 100 MB, and is removed afterwards.
 *
 * @param {{ path: string }} node
 */
export function buildTulind(node) {
  const home = realpathSync(join(projectRoot, 'packages/indicators/node_modules/tulind'));
  const stampFile = join(home, 'tulind.stamp');
  const digest = [
    readFileSync(join(home, 'package.json'), 'utf8'),
    readFileSync(compilerScript, 'utf8'),
    manifest.dependencies['@yowasp/clang'],
  ].join('\n');
  return runOnce(
    () => isStamped(stampFile, digest),
    async () => {
      try {
        await step('installing the compiler of the indicators', () =>
          installPinned(pinnedFolder, compilerHome),
        );
        await step('compiling the indicators', () => compile(home, node.path));
      } finally {
        rmSync(compilerHome, { recursive: true, force: true });
      }
      stamp(stampFile, digest);
    },
  );
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
