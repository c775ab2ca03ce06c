import type { HoldingList } from '@stockbook/api/schemas';

export type Holding = HoldingList['holdings'][number];
export type CashBalance = HoldingList['cash'][number];

/** Whether nothing is left of a position. */
export function isSold({ quantity }: Holding): boolean {
  return quantity === 0;
}
