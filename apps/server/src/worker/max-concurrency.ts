/** Graphile Worker listens on one connection, and fetches and completes jobs on another. */
const poolConnections = 2;

/** A job holds its stock's lock on one connection, and reads and writes on another. */
const jobConnections = 2;

/**
 * The number of jobs that can run at a time with a connection pool of this size, at most `requested`. With more jobs,
 * each could hold a lock while waiting for a connection: a deadlock.
 */
export function maxConcurrency(requested: number, connections: number): number {
  return Math.max(1, Math.min(requested, Math.floor((connections - poolConnections) / jobConnections)));
}
