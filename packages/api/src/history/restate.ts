import { type EntityManager, type FloatColumns, type Stock, stockActionRepository } from '@stockbook/db';
import { type History, MarketDataError } from '@stockbook/market-data';

/** Closes whose relative difference is at most this differ only by rounding. */
const roundingTolerance = 1e-4;

/**
 * Bars that a restated history may lack, per started thousand of stored bars. Yahoo sometimes withdraws the bar of a
 * holiday; a history with a gap lacks more.
 */
const maxMissingPerThousand = 1;

/**
 * Whether an update has a split that is not stored: bars before the overlap are then restated, too. `downloadHistory`
 * reads the whole history then, by which `storeHistory` replaces all bars.
 */
export async function hasNewSplit(em: EntityManager, stock: Stock, { splits }: History): Promise<boolean> {
  if (splits.length === 0) return false;
  const stored = await stockActionRepository.listSplits(em, stock.id);
  return splits.some(
    ({ date, numerator, denominator }) =>
      !stored.some(
        (split) =>
          split.exDate === date && split.numerator === numerator && split.denominator === denominator,
      ),
  );
}

/** Whether a provider has changed closes that are already stored. */
export function hasRestatedCloses(
  { dataEndDate }: Pick<Stock, 'dataEndDate'>,
  stored: Pick<FloatColumns, 'date' | 'close'>,
  { bars }: History,
): boolean {
  const closes = new Map(stored.date.map((date, row) => [date, stored.close[row] ?? 0]));
  return bars.date.some((date, index) => {
    const before = closes.get(date);
    const after = bars.close[index];
    // The last stored bar may have been provisional: a corrected one is not a restatement.
    if (before === undefined || after === undefined || date === dataEndDate) return false;
    return Math.abs(after - before) > roundingTolerance * Math.max(Math.abs(before), Math.abs(after));
  });
}

export function missingDates(stored: readonly string[], { bars }: History): string[] {
  const received = new Set(bars.date);
  return stored.filter((date) => !received.has(date));
}

/** A restated history may replace the `stored` days only if it has (nearly) all of them, the last one included. */
export function losesData(stored: readonly string[], history: History): boolean {
  const missing = missingDates(stored, history);
  const rejected = new Set(history.rejectedDates);
  const maxMissing = Math.ceil(stored.length / 1000) * maxMissingPerThousand;
  const isTruncated = (history.bars.date.at(-1) ?? '') < (stored.at(-1) ?? '');
  // A rejected day was not withdrawn: its bar exists, with invalid prices this time.
  return isTruncated || missing.length > maxMissing || missing.some((date) => rejected.has(date));
}

/** @throws MarketDataError if the history may not replace the `stored` days */
export function assertNoDataLoss(symbol: string, stored: readonly string[], history: History): void {
  if (!losesData(stored, history)) return;
  const missing = missingDates(stored, history).length;
  throw new MarketDataError(
    'bad_data',
    `The history that came for "${symbol}" lacks ${missing.toLocaleString('en-US')} of the ${stored.length.toLocaleString('en-US')} days that are kept`,
  );
}
