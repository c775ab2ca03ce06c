import { buildProgram } from '../build/build-program.mjs';
import { print } from '../failure.mjs';
import { packRelease } from './pack-release.mjs';

/**
 * Installs what the program needs, builds it and makes it as an npm package.
 *
 * @param {string} folder for the file
 */
export async function makePackage(folder) {
  const { env } = await buildProgram('run');
  print(`the program is in ${await packRelease(env, folder)}.`);
}
