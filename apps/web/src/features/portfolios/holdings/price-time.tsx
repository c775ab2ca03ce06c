import type { Quote } from '@stockbook/api/schemas';
import { serverNow } from '#lib/api/server-clock.ts';
import { formatDate } from '#lib/format/dates.ts';
import { exchangeTime, quoteTime, sessionText } from '#lib/quotes/quote-texts.ts';
import { type Holding, isSold } from './types.ts';

/** When the price of a holding was paid, while holdings are valued at prices of today. */
export function PriceTime({ holding }: { holding: Holding }) {
  const { latest: quote, price_date } = holding;
  if (quote === undefined || isSold(holding)) return null;
  const title = quote ? (exchangeTime(quote.time, quote.time_zone) ?? undefined) : undefined;
  return (
    <span title={title} className="block text-xs font-normal text-muted">
      {quote ? timeOf(quote) : price_date && `Close of ${formatDate(price_date)}`}
    </span>
  );
}

function timeOf(quote: Quote): string {
  const now = serverNow();
  return quote.market_state === 'open' ? sessionText(quote, now) : quoteTime(quote.time, now);
}
