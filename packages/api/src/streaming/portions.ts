import { setTimeout as delay } from 'node:timers/promises';

/** Bounds the rest after a portion that had to wait itself, for example for a busy processor. */
const maxRestMs = 20;

/**
 * Does work on `count` rows in portions, and rests between two for as long as the first took: done at once, the work
 * would keep a core of the database busy, and others would wait for it. Work of one portion, the usual amount, has no
 * rest.
 * @param work does the rows from the first index up to, without, the second one
 */
export async function inPortions(
  count: number,
  rowsOfPortion: number,
  work: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < count; from += rowsOfPortion) {
    const startedAt = performance.now();
    await work(from, Math.min(count, from + rowsOfPortion));
    const isLast = from + rowsOfPortion >= count;
    if (!isLast) await delay(Math.min(maxRestMs, performance.now() - startedAt));
  }
}
