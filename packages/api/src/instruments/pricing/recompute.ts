import type { InstrumentChanges } from '@stockbook/db';
import { planBars } from '../../history/links/plan-bars.ts';
import { type StoreContext, storeOwn } from '../bars/store-bars.ts';
import { computeBars } from './compute-bars.ts';
import { termsOf } from './read-terms.ts';

/**
 * Computes the bars of an own instrument anew by its terms.
 * @param changes what is changed about it in the same transaction, its pricing and terms included
 * @returns the symbol of a linked stock whose history is not stored yet; null otherwise
 */
export async function recompute(
  ctx: StoreContext,
  stockId: number,
  changes: InstrumentChanges = {},
): Promise<string | null> {
  let missing: string | null = null;
  await storeOwn(ctx, stockId, async (stored, stock) => {
    const { pricing = stock.pricing, terms = stock.terms } = changes;
    const price = termsOf(pricing, terms);
    const change = (locked: typeof stock) => {
      Object.assign(locked, changes);
    };
    const isForced = Object.keys(changes).length > 0;
    // Entered from now on: what is there stays.
    if (price.pricing === 'entered') {
      return { plan: planBars(stored, { ...stored, date: [] }, 'merge'), change, isForced, leftOut: 0 };
    }
    const { bars, leftOut, missingBase } = await computeBars(ctx, price);
    missing = missingBase;
    const isSame = leftOut === stock.rejectedBars;
    return { plan: planBars(stored, bars, 'replace'), leftOut, change, isForced: isForced || !isSame };
  });
  return missing;
}
