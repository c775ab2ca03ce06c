/** The pool of workers listens on one connection, and takes up and ends jobs on another. */
const connectionsOfPool = 2;

/** One for the lock of its stock, and one to read and to write. */
const connectionsOfJob = 2;

/**
 * How many jobs can run at a time with so many connections. With more, all could hold a lock, and wait for a
 * connection that none gives back.
 */
export function maxConcurrency(asked: number, connections: number): number {
  return Math.max(1, Math.min(asked, Math.floor((connections - connectionsOfPool) / connectionsOfJob)));
}
