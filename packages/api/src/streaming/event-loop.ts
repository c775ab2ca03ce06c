import { setImmediate as nextIteration } from 'node:timers/promises';

/** Work of one request between two iterations of the event loop. Other requests do not notice so little. */
const maxWorkMs = 10;

let lastTurn: Promise<void> = Promise.resolve();

/** Waits for an iteration of the event loop that no other caller gets: a turn of work in each, however many callers. */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextIteration());
  return lastTurn;
}

/**
 * Spreads long work over turns. Call it when a turn begins.
 * @returns a function to await between small pieces of the work
 */
export function workInTurns(): () => Promise<void> {
  let start = performance.now();
  return async () => {
    if (performance.now() - start < maxWorkMs) return;
    await nextTurn();
    start = performance.now();
  };
}
