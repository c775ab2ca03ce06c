import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Whether a step was done for exactly these inputs: its stamp file holds their digest.
 *
 * @param {string} path
 * @param {string} digest
 */
export function isStamped(path, digest) {
  return readStamp(path) === digest;
}

/**
 * The inputs for which a step was done; empty if it was not.
 *
 * @param {string} path
 */
export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/**
 * @param {string} path
 * @param {string} digest
 */
export function stamp(path, digest) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, digest);
}
