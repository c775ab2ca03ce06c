import { dayMs } from '@stockbook/common/durations';
import type { BarColumns, Stock } from '@stockbook/db';
import type { History } from '@stockbook/market-data';

/** A close that is missing for a month (trading halt, delisting) is not expected any more. */
const maxLateMs = 30 * dayMs;

interface HistoryEnd extends Pick<History, 'source' | 'pendingCloseDate'> {
  readonly bars: Pick<BarColumns, 'date'>;
}

/**
 * The pending close after a download is stored. A close stays pending until a bar of its day or a later one arrives,
 * even if the provider stops reporting it, for example while the next session is open.
 * @param stock its state before the download is stored
 */
export function pendingCloseAfter(
  stock: Pick<Stock, 'dataSource' | 'dataEndDate' | 'pendingCloseDate' | 'pendingCloseSince'>,
  { history, isWhole }: { history: HistoryEnd; isWhole: boolean },
  now: Date,
): Pick<Stock, 'pendingCloseDate' | 'pendingCloseSince'> {
  const previous = history.source === stock.dataSource ? stock.pendingCloseDate : null;
  const lastBarDate = latest(history.bars.date.at(-1), isWhole ? null : stock.dataEndDate);
  const date = latest(history.pendingCloseDate, previous);
  const isPending =
    date !== null &&
    (lastBarDate === null || date > lastBarDate) &&
    now.getTime() - Date.parse(date) <= maxLateMs;
  if (!isPending) return { pendingCloseDate: null, pendingCloseSince: null };
  const since = date === stock.pendingCloseDate ? stock.pendingCloseSince : null;
  return { pendingCloseDate: date, pendingCloseSince: since ?? now };
}

/** The later of two calendar dates; either may be missing. */
function latest(one: string | null | undefined, other: string | null | undefined): string | null {
  return (
    [one, other]
      .filter((date) => date != null)
      .toSorted()
      .at(-1) ?? null
  );
}
