import type { Quote, Stock, WatchListItem } from '@stockbook/api/schemas';

/** Whether the final bar of the quote's session is stored: then pages show the stored close. */
export function isFinal({ session_date }: Quote, { data_end_date }: Pick<Stock, 'data_end_date'>): boolean {
  return data_end_date !== null && session_date <= data_end_date;
}

/** The item with the prices of the session in place of the closes. */
export function withQuote(item: WatchListItem, quote: Quote | undefined): WatchListItem {
  const { stock } = item;
  if (!quote || isFinal(quote, stock)) return item;
  return { ...item, stock: { ...stock, last_close: quote.price, previous_close: quote.previous_close } };
}
