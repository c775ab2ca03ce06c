import type { Bar } from '@stockbook/api/schemas';

export interface PriceFormat {
  /** Decimals. */
  readonly precision: number;
  /** The smallest step of a price. */
  readonly minMove: number;
}

/** Prices below 10 get more decimals: at two, an exchange rate would look constant. */
export function priceFormat(bars: readonly Bar[]): PriceFormat {
  const isSmall = bars.length > 0 && bars.every(({ high }) => high < 10);
  return isSmall ? { precision: 4, minMove: 0.0001 } : { precision: 2, minMove: 0.01 };
}
