import { type CalculationTarget, type Database, type EntityManager, priceBarRepository } from '@stockbook/db';
import { cachePerDatabase } from '../cache-per-database.ts';

type StoredColumns = Awaited<ReturnType<typeof priceBarRepository.readFloats>>;

/** Of all stocks together, for each process: some 25 whole histories. */
const maxKeptBytes = 16 * 1024 * 1024;

/** Five floats, and the text of the date. */
const bytesPerBar = 5 * Float64Array.BYTES_PER_ELEMENT + 40;

const keptBy = cachePerDatabase<StoredColumns>(maxKeptBytes, ({ date }) => (date.length + 1) * bytesPerBar);

/**
 * All bars of a stock, read once for each of its revisions: a user calculates one indicator of a stock after the other.
 * @param target its revision as it was read before this call: the bars are of this revision or a later one
 */
export async function readKeptBars(
  { database, em }: { readonly database: Database; readonly em: EntityManager },
  { stockId, barsRevision }: CalculationTarget,
): Promise<StoredColumns> {
  const cache = keptBy(database);
  const key = `${stockId}:${barsRevision}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const bars = await priceBarRepository.readFloats(em, stockId);
  cache.set(key, bars);
  return bars;
}
