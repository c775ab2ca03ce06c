import { totalmem } from 'node:os';

const maxHeapMiB = 1024;

/**
 * Options of Node.js that limit the heap to half of the container's or the machine's memory. Node.js itself takes up to
 * 4 GiB, and collects garbage late as long as that is far. `--max-old-space-size` in NODE_OPTIONS takes precedence.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {number} [memory] in bytes
 */
export function heapOptions(env, memory = availableMemory()) {
  if (env.NODE_OPTIONS?.includes('max-old-space-size')) return [];
  return [`--max-old-space-size=${Math.min(maxHeapMiB, Math.floor(memory / 2 ** 21))}`];
}

/** The memory of the container or the machine, in bytes. */
export function availableMemory() {
  // Without a limit, it is 0 or larger than the memory.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
