import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { nodePackage, nodeProgram, suitableNode } from '../lib/present-node.mjs';

/** The Node.js that the release was tested with, which npm installs beside it; the present one on other machines. */
export function programNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${nodePackage}/package.json`);
    return join(dirname(manifest), nodeProgram);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') {
      return suitableNode().path;
    }
    throw error;
  }
}
