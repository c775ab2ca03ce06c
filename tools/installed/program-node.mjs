import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { suitableNode } from '../lib/present-node.mjs';

/** The Node.js that the release was tested with, which npm installs beside it; the present one on other machines. */
export function programNode() {
  try {
    const name = `node-${process.platform}-${process.arch}/package.json`;
    return join(dirname(createRequire(import.meta.url).resolve(name)), 'bin/node');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') {
      return suitableNode().path;
    }
    throw error;
  }
}
