import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../root.mjs';

/** Generated files, and tests, of which nothing is built. */
const ignored = /^(node_modules|dist|\.turbo|test|testing)$|\.test\.tsx?$/;

/**
 * A digest of files' names and contents. A folder stands for the files below it, except those that are `ignored`.
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
 * The files below a folder, except those that are `ignored`; a file stands for itself.
 *
 * @param {string} path relative to the project's root
 * @returns {string[]}
 */
export function filesBelow(path) {
  if (!statSync(join(projectRoot, path)).isDirectory()) return [path];
  return readdirSync(join(projectRoot, path), { withFileTypes: true })
    .filter(({ name }) => !ignored.test(name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)],
    );
}
