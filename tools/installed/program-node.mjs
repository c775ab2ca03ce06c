import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Failure } from '../lib/failure.mjs';

/** The oldest Node.js that can run the program. */
const oldest = [22, 18];

/** The Node.js that the release was tested with, which npm installs beside it; on other machines the present one. */
export function programNode() {
  const own = ownNode();
  if (own !== undefined) return own;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return process.execPath;
  throw new Failure(
    `Node.js ${process.versions.node} is too old, and npm has installed no newer one for this machine: install Node.js ${oldest.join('.')} or later, or install Stockbook again without --omit=optional.`,
  );
}

function ownNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${system}-${process.arch}/package.json`);
    const file = join(dirname(manifest), program);
    return existsSync(file) ? file : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
