import type { Book } from './book.ts';
import type { Decimal } from './decimal.ts';
import { ledgerOf } from './ledger.ts';

/** Today's shares of a stock at the end of the days on which they change. */
export interface HeldShares {
  /** Days since 1970-01-01, ascending. */
  readonly days: readonly number[];
  readonly quantities: readonly Decimal[];
}

/** The positions of all stocks by symbol, also of those that figures skip. */
export function heldShares(book: Book): Map<string, HeldShares> {
  return new Map(ledgerOf(book).stocks.map(({ symbol, days, quantities }) => [symbol, { days, quantities }]));
}
