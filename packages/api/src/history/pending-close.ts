import type { Stock } from '@stockbook/db';
import type { History } from '@stockbook/market-data';

/** A close that is still missing after a month (trading was halted, the stock delisted) is not late: it never comes. */
const maxLateMs = 30 * 24 * 60 * 60 * 1000;

/**
 * The session whose close is pending once `download` is stored. It stays pending until a bar of its day or a later one
 * arrives, although the provider may stop naming it: while the next session is open, for example.
 * @param stock as it is before the download is stored
 */
export function pendingCloseAfter(
  stock: Pick<Stock, 'dataSource' | 'dataEndDate' | 'pendingCloseDate' | 'pendingCloseSince'>,
  { history, isWhole }: { history: Pick<History, 'source' | 'bars' | 'pendingCloseDate'>; isWhole: boolean },
  now: Date,
): Pick<Stock, 'pendingCloseDate' | 'pendingCloseSince'> {
  const known = history.source === stock.dataSource ? stock.pendingCloseDate : null;
  const lastBarDate = latest(history.bars.date.at(-1), isWhole ? null : stock.dataEndDate);
  const date = latest(history.pendingCloseDate, known);
  const isPending =
    date !== null &&
    (lastBarDate === null || date > lastBarDate) &&
    now.getTime() - Date.parse(date) <= maxLateMs;
  if (!isPending) return { pendingCloseDate: null, pendingCloseSince: null };
  const since = date === stock.pendingCloseDate ? stock.pendingCloseSince : null;
  return { pendingCloseDate: date, pendingCloseSince: since ?? now };
}

/** The later of two calendar dates, of which either may be missing. */
function latest(one: string | null | undefined, other: string | null | undefined): string | null {
  return (
    [one, other]
      .filter((date) => date != null)
      .toSorted()
      .at(-1) ?? null
  );
}
