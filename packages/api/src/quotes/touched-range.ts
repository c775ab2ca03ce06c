import type { LastCheck } from '@stockbook/db';

/** A quote with what came before its session. */
interface Seen extends Omit<LastCheck, 'checkedAt'> {
  readonly previousClose: number | null;
}

/**
 * The prices that a session has seen since the last check, ends included: over a whole day they are those of the day's
 * bar and of the close before it, by which `touches` judges at the close.
 * @param wasArmedDuring whether a level without a check was armed since the session began
 * @returns null if the check is silent: it only arms the level
 */
export function touchedRange(
  last: Omit<LastCheck, 'checkedAt'> | null,
  { sessionDate, price, high, low, source, previousClose }: Seen,
  wasArmedDuring: boolean,
): { readonly low: number; readonly high: number } | null {
  if (last !== null && last.source !== source) return null;
  if (last?.sessionDate !== sessionDate) {
    if (last === null && wasArmedDuring) return null;
    const prices = [price, high, low, previousClose].filter((value) => value !== null);
    return { low: Math.min(...prices), high: Math.max(...prices) };
  }
  const hasNewHigh = high !== null && (last.high === null || high > last.high);
  const hasNewLow = low !== null && (last.low === null || low < last.low);
  return {
    low: Math.min(last.price, price, hasNewLow ? low : price),
    high: Math.max(last.price, price, hasNewHigh ? high : price),
  };
}
