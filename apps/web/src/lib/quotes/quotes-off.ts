import type { QuoteList } from '@stockbook/api/schemas';

const offReasons = ['This server shows closing prices only', 'Prices from files have no quotes'];
const key = 'quotes';

/** Whether the server had no prices during the session when the last page asked: then this page keeps no room. */
export const areQuotesOff = localStorage.getItem(key) === 'off';

/** Notes for the next page whether the server has no prices during the session. */
export function noteWhetherOff({ quotes, skipped }: QuoteList): void {
  const isOff =
    quotes.length === 0 && skipped.length > 0 && skipped.every(({ reason }) => offReasons.includes(reason));
  if (isOff) localStorage.setItem(key, 'off');
  else localStorage.removeItem(key);
}
