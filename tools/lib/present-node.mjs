import { Failure } from './failure.mjs';

/** The oldest Node.js on which the program was tried. 24.11 lacks `setGlobalProxyFromEnv`, 22 also `await using`. */
const oldest = '24.16.0';

/**
 * The Node.js that runs npm, if that runs this command. This process may be run by the pinned one, which comes first in
 * the PATH of npm's scripts, and which an installation may replace.
 */
export const presentNode = process.env.npm_node_execpath ?? process.execPath;

/** The package of the npm registry with Node.js for this machine. */
export const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** The path of `node` in that package. */
export const nodeProgram = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';

/**
 * The Node.js of this process, for machines for which the npm registry has none.
 *
 * @param {string} [version]
 * @returns {{ path: string, version: string }}
 */
export function suitableNode(version = process.versions.node) {
  const isTooOld = version.localeCompare(oldest, 'en', { numeric: true }) < 0;
  if (!isTooOld) return { path: process.execPath, version };
  throw new Failure(
    `Node.js ${version} is too old, and the npm registry has no newer one for ${process.platform}-${process.arch}: install Node.js ${oldest} or later from https://nodejs.org.`,
  );
}
