import { cpSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../failure.mjs';

/** @typedef {{ name: string, version: string, dependencies?: Record<string, string> }} Manifest */

/** Hidden files, and files for a package's developers; `node_modules`, because its packages are copied by name. */
const unused = /^(\..*|node_modules|tests?|bench(marks)?|examples|fixtures?|docs)$/;

/** @param {string} folder @returns {Manifest} */
const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/**
 * Copies an installed package and everything that it depends on into a `node_modules` of npm's form: at its top, or
 * below the package that needs it if another version is at the top.
 *
 * @param {string} name
 * @param {string} from the folder of a package that depends on it
 * @param {string[]} targets folders for `node_modules`, from that of the dependent package to the top
 */
export function copyWithDependencies(name, from, targets) {
  const source = findPackage(name, from);
  const { version, dependencies = {} } = readManifest(source);
  for (const target of targets) {
    const present = join(target, 'node_modules', name);
    if (!existsSync(present)) continue;
    if (readManifest(present).version === version) return;
    break;
  }
  const isTopFree = !existsSync(join(targets.at(-1) ?? '', 'node_modules', name));
  const parents = isTopFree ? targets.slice(-1) : targets;
  const copy = join(parents[0] ?? '', 'node_modules', name);
  cpSync(source, copy, {
    recursive: true,
    filter: (path) => path === source || !unused.test(basename(path)),
  });
  for (const dependency of Object.keys(dependencies)) {
    copyWithDependencies(dependency, source, [copy, ...parents]);
  }
}

/**
 * Copies some files of an installed package, and its manifest without what npm would install or run for it.
 *
 * @param {string} name
 * @param {string} from the folder of a package that depends on it
 * @param {string} target the folder for `node_modules`
 * @param {readonly string[]} paths
 */
export function copyParts(name, from, target, paths) {
  const source = findPackage(name, from);
  const copy = join(target, 'node_modules', name);
  for (const path of paths) cpSync(join(source, path), join(copy, path), { recursive: true });
  const left = ['dependencies', 'optionalDependencies', 'devDependencies', 'scripts', 'gypfile', 'binary'];
  const kept = Object.entries(readManifest(source)).filter(([field]) => !left.includes(field));
  writeFileSync(join(copy, 'package.json'), JSON.stringify(Object.fromEntries(kept), null, 2));
}

/**
 * The folder of an installed package, as Node.js would find it.
 *
 * @param {string} name
 * @param {string} from
 */
export function findPackage(name, from) {
  for (let folder = realpathSync(from); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(candidate)) return realpathSync(candidate);
    if (folder === dirname(folder)) throw new Failure(`${name} is not installed for ${from}.`);
  }
}
