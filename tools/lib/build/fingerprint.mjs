import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../root.mjs';

/** Folders of generated files. */
const generated = ['node_modules', 'dist', '.turbo'];

/**
 * A digest of files' names and contents. A folder stands for every file below it, except what is generated.
 *
 * @param {string[]} paths relative to the project's root; one that is missing is an error
 */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesBelow).sort()) {
    const content = readFileSync(join(projectRoot, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * The files below a folder, except what is generated; a file stands for itself.
 *
 * @param {string} path relative to the project's root
 * @returns {string[]}
 */
export function filesBelow(path) {
  if (!statSync(join(projectRoot, path)).isDirectory()) return [path];
  return readdirSync(join(projectRoot, path))
    .filter((name) => !generated.includes(name))
    .flatMap((name) => filesBelow(join(path, name)));
}
