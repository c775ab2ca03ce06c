import type { Database } from '@stockbook/db';
import { LRUCache } from 'lru-cache';

/**
 * Makes a cache for each database: the tests of a process use several. Keys must contain the revisions of what the
 * entries are made of, because entries are never deleted when rows change.
 * @param sizeOf the size of an entry, in the unit of `maxSize`
 */
export function cachePerDatabase<Value extends object>(
  maxSize: number,
  sizeOf: (value: Value) => number,
): (database: Database) => LRUCache<string, Value> {
  const caches = new WeakMap<Database, LRUCache<string, Value>>();
  return (database) => {
    const cache = caches.get(database) ?? new LRUCache({ maxSize, sizeCalculation: sizeOf });
    caches.set(database, cache);
    return cache;
  };
}
