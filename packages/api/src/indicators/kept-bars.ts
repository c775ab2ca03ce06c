import {
  type CalculationTarget,
  type Database,
  type EntityManager,
  type FloatColumns,
  priceBarRepository,
} from '@stockbook/db';
import { cachePerDatabase } from '../cache-per-database.ts';

/** Of all stocks together, for each process: some 35 whole histories. */
const maxKeptBytes = 16 * 1024 * 1024;

/** Five floats, and a reference to the date, which histories share. */
const bytesPerBar = 6 * Float64Array.BYTES_PER_ELEMENT;

const keptBy = cachePerDatabase<FloatColumns>(maxKeptBytes, ({ date }) => (date.length + 1) * bytesPerBar);

/**
 * All bars of a stock, read once for each of its revisions: a user calculates one indicator of a stock after the other.
 * @param target its revision as it was read before this call: the bars are of this revision or a later one
 */
export async function readKeptBars(
  { database, em }: { readonly database: Database; readonly em: EntityManager },
  { stockId, barsRevision }: CalculationTarget,
): Promise<FloatColumns> {
  const cache = keptBy(database);
  const key = `${stockId}:${barsRevision}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const bars = await priceBarRepository.readColumns(em, stockId);
  cache.set(key, bars);
  return bars;
}
