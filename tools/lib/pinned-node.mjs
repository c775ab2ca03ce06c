import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePackage, nodeProgram, suitableNode } from './present-node.mjs';
import { projectRoot } from './root.mjs';

/**
 * The Node.js that runs the program: the one that the npm registry brings for this machine. For macOS it has none of
 * this version; then the present one must be new enough.
 *
 * @returns {{ path: string, version: string }}
 */
export function pinnedNode() {
  const folder = join(projectRoot, 'node_modules', nodePackage);
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return suitableNode();
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  return { path: join(folder, nodeProgram), version };
}
