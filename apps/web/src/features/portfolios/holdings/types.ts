import type { HoldingList, Quote } from '@stockbook/api/schemas';

export type Holding = HoldingList['holdings'][number] & {
  /** The quote that values the holding; null if the last close does; undefined if all are at the last close. */
  readonly latest?: Quote | null;
};
export type CashBalance = HoldingList['cash'][number];

/** Holdings at their last closes or at prices of today. */
export interface ValuedHoldings extends Pick<HoldingList, 'totals'> {
  readonly holdings: readonly Holding[];
  readonly cash: readonly CashBalance[];
}

/** Whether nothing is left of a position. */
export function isSold({ quantity }: Holding): boolean {
  return quantity === 0;
}
