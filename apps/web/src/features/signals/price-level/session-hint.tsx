import { useQuote, useQuoteStatus } from '#lib/quotes/use-quotes.ts';

/** The seconds between the most frequent checks. */
const minuteS = 60;

function intervalText(intervalS: number): string {
  return intervalS <= minuteS ? 'minute' : `${Math.round(intervalS / minuteS)} minutes`;
}

function delayText(delay: number | null): string {
  if (delay === null) return ' Prices may be delayed.';
  if (delay === 0) return '';
  return ` Prices of this exchange are delayed by ${delay} ${delay === 1 ? 'minute' : 'minutes'}.`;
}

/** How often a level is checked during the session, and how late. */
export function SessionHint({ symbol }: { symbol: string }) {
  const quote = useQuote(symbol);
  const { intervalS } = useQuoteStatus();
  return (
    <>
      Checked every {intervalText(intervalS ?? minuteS)} while the exchange is open.
      {quote && delayText(quote.delay_minutes)}
    </>
  );
}
