import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { projectRoot } from './root.mjs';

/** The oldest Node.js that runs TypeScript files as they are. */
const OLDEST = [22, 18];

/**
 * The Node.js that runs the program: the one that the npm registry brings for this machine; where it has
 * none, the one that runs this, if it is new enough.
 *
 * @returns {{ path: string, version: string }}
 */
export function pinnedNode() {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(projectRoot, 'node_modules', name);
  if (existsSync(folder)) {
    /** @type {{ version: string }} */
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { path: join(folder, 'bin/node'), version };
  }
  const version = process.versions.node;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) {
    return { path: process.execPath, version };
  }
  throw new Failure(
    `Node.js ${version} is too old for ${process.platform}-${process.arch}: install Node.js 24 from https://nodejs.org.`,
  );
}
