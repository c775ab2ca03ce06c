import type { CleanedBars } from '../bars/clean-bars.ts';
import { MarketDataError } from '../provider/market-data-error.ts';
import type { KeyedSource } from './keyed-source.ts';

/** @throws MarketDataError `bad_data` if there are days but no valid bar */
export function assertAnyValidBar(
  { name }: KeyedSource,
  symbol: string,
  { bars, rejectedDates, rejectionNotes }: CleanedBars,
): void {
  if (bars.date.length > 0 || rejectedDates.length === 0) return;
  const message = `${name} returned no valid prices for "${symbol}"`;
  throw new MarketDataError('bad_data', message, { cause: rejectionNotes.join(' ') });
}
