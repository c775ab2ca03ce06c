import { setTimeout as delay } from 'node:timers/promises';

/** Waits until it is the caller's turn; at once if `signal` is aborted. */
type Spacing = (signal: AbortSignal) => Promise<void>;

/**
 * Spreads many short pieces of work evenly over time: done as fast as possible, they would keep a core busy for as long
 * as there are any, and others would wait for it.
 * @param intervalMs between the turns of two callers
 */
export function createSpacing(intervalMs: number): Spacing {
  let nextTurnMs = 0;
  return async (signal) => {
    const now = performance.now();
    const turnMs = Math.max(now, nextTurnMs);
    nextTurnMs = turnMs + intervalMs;
    if (turnMs === now || signal.aborted) return;
    await delay(turnMs - now, undefined, { signal }).catch(() => {});
  };
}
