import type { Stock } from '@stockbook/api/schemas';
import { formatDate } from '#lib/format/dates.ts';

/** A sentence about delayed data; null if the last fetch succeeded. */
export function delaySentence(stock: Stock): string | null {
  if (!stock.last_error) return null;
  const lastGood = stock.data_end_date ? `last good data ${formatDate(stock.data_end_date)}` : 'no data yet';
  return `Delayed: ${lastGood}, last try failed: ${stock.last_error}`;
}

/** A sentence about a close that is not published yet; null if there is none. */
export function pendingCloseSentence({ pending_close_date: date }: Stock): string | null {
  return date && `The close of ${formatDate(date)} has not been published yet`;
}
