import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runOnce } from './build/run-once.mjs';
import { isStamped, stamp } from './build/stamp.mjs';
import { Failure, print } from './failure.mjs';
import { projectRoot } from './root.mjs';
import { runChild } from './run-child.mjs';

const cCompiler = process.env.CC ?? 'gcc';
const cxxCompiler = process.env.CXX ?? 'g++';
// Without contraction to fused multiply-add, results are equal on every processor.
const flags = ['-O2', '-fPIC', '-ffp-contract=off', '-w'];

/**
 * Compiles tulind for a Node.js, unless it is compiled already. Calls the compiler directly: for two source files,
 * node-gyp would also need Python and make, and would follow the user's npm settings to other headers.
 *
 * @param {{ path: string, version: string }} node
 */
export function buildTulind(node) {
  const home = realpathSync(join(projectRoot, 'packages/indicators/node_modules/tulind'));
  const require = createRequire(join(home, 'package.json'));
  const stampFile = join(home, 'lib/binding/stamp');
  const digest = [
    require('./package.json').version,
    node.version,
    process.platform,
    process.arch,
    ...flags,
  ].join(' ');
  return runOnce(
    () => isStamped(stampFile, digest),
    async () => {
      print('compiling the native part of the indicators …');
      await compile(home, dirname(require.resolve('nan/package.json')), node.path);
      stamp(stampFile, digest);
    },
  );
}

/**
 * @param {string} home tulind's folder
 * @param {string} nan the folder of the nan headers
 * @param {string} node
 */
async function compile(home, nan, node) {
  const headers = join(dirname(realpathSync(node)), '../include/node');
  const platform = `node-v${await abiVersion(node)}-${process.platform}-${process.arch}`;
  const target = join(home, 'lib/binding/Release', platform, 'tulind.node');
  mkdirSync(dirname(target), { recursive: true });
  const draft = mkdtempSync(join(home, 'lib/draft-'));
  const object = join(draft, 'tiamalgamation.o');
  const library = join(draft, 'tulind.node');
  await runCompiler(cCompiler, [...flags, '-c', join(home, 'external/tiamalgamation.c'), '-o', object]);
  const defines = ['-DNODE_GYP_MODULE_NAME=tulind', '-DBUILDING_NODE_EXTENSION', `-I${headers}`, `-I${nan}`];
  const sources = [join(home, 'tulind.cpp'), object];
  await runCompiler(cxxCompiler, [
    ...flags,
    '-std=gnu++20',
    ...defines,
    '-shared',
    ...sources,
    '-o',
    library,
  ]);
  renameSync(library, target);
  rmSync(draft, { recursive: true });
}

/** @param {string} node */
async function abiVersion(node) {
  const { output } = await runChild(node, ['--print', 'process.versions.modules'], { isQuiet: true });
  return output.trim();
}

/**
 * @param {string} compiler
 * @param {string[]} args
 */
async function runCompiler(compiler, args) {
  const { code, output } = await runChild(compiler, args, { isQuiet: true }).catch((cause) => {
    throw new Failure(
      `the compiler ${compiler} is missing: install it (for example with "apt-get install build-essential"), then run this again.`,
      { cause },
    );
  });
  if (code === 0) return;
  process.stderr.write(output);
  throw new Failure('tulind could not be compiled, for the reason above.');
}
