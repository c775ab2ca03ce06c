import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { projectRoot } from './root.mjs';

/**
 * The file, for Node.js, of a command that an installed package brings. Those in `node_modules/.bin` are scripts of the
 * shell on Windows, which run in no other way.
 *
 * @param {string} packageName
 * @param {string} [command] the name of the package by default
 * @param {string} [folder] the folder that the package is installed in
 */
export function commandFile(packageName, command = packageName, folder = projectRoot) {
  const home = join(folder, 'node_modules', packageName);
  /** @type {{ bin?: string | Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : bin?.[command];
  if (file === undefined) throw new Failure(`${packageName} has no command ${command}.`);
  return join(home, file);
}
