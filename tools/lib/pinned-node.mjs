import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './root.mjs';

/**
 * The Node.js that runs the program, which the npm registry brings for this machine.
 *
 * @returns {{ path: string, version: string }}
 */
export function pinnedNode() {
  const folder = join(projectRoot, 'node_modules', `node-${process.platform}-${process.arch}`);
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { path: join(folder, 'bin/node'), version };
}
