import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * The folder of the data, unless the command names another: `DATA_DIR`, or where the system's programs keep theirs.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function dataFolder(env) {
  if (env.DATA_DIR) return resolve(env.DATA_DIR);
  return userFolder(env, {
    variable: 'XDG_DATA_HOME',
    linux: '.local/share',
    darwin: 'Library/Application Support',
    win32: '.',
  });
}

/**
 * The folder of what can be made again.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function cacheFolder(env) {
  return userFolder(env, {
    variable: 'XDG_CACHE_HOME',
    linux: '.cache',
    darwin: 'Library/Caches',
    win32: 'Cache',
  });
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {{ variable: string, linux: string, darwin: string, win32: string }} names
 */
function userFolder(env, { variable, linux, darwin, win32 }) {
  if (process.platform === 'darwin') return join(homedir(), darwin, 'Stockbook');
  if (process.platform === 'win32') {
    return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'Stockbook', win32);
  }
  const named = env[variable] ?? '';
  // XDG: a relative path must be ignored.
  return join(isAbsolute(named) ? named : join(homedir(), linux), 'stockbook');
}

/**
 * Only the user may enter it: it has the key of secrets, and settings.
 *
 * @param {string} folder
 */
export function createDataFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
