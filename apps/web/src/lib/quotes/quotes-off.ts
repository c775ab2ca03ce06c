import type { QuoteList } from '@stockbook/api/schemas';

const offReason = 'This server shows closing prices only';
const key = 'quotes';

/** Whether the server had no prices during the session when the last page asked: then this page keeps no room. */
export const areQuotesOff = localStorage.getItem(key) === 'off';

/** Notes for the next page whether the server has no prices during the session. */
export function noteWhetherOff({ quotes, skipped }: QuoteList): void {
  const isOff = quotes.length === 0 && skipped[0]?.reason === offReason;
  if (isOff) localStorage.setItem(key, 'off');
  else localStorage.removeItem(key);
}
