import { type ReactNode, useEffect } from 'react';
import { serverNow } from '#lib/api/server-clock.ts';
import { cn } from '#lib/cn.ts';
import { listSentence } from '#lib/quotes/quote-texts.ts';
import { useQuoteStatus, useQuoteStore } from '#lib/quotes/use-quotes.ts';

/**
 * The sentence of the line above the list. No live region: changes of prices are never announced.
 * @param symbols in the order of the list
 */
export function Line({ symbols }: { symbols: readonly string[]; children?: ReactNode }) {
  const store = useQuoteStore();
  const status = useQuoteStatus();
  useEffect(() => store.setOrder(symbols), [store, symbols]);
  const quotes = store.all();
  const shown = symbols.flatMap((symbol) => quotes.get(symbol) ?? []);
  const sentence = listSentence(shown, status, serverNow());
  if (sentence === null) return null;
  return (
    <span title={sentence} className={cn(status.hasFailed && 'text-down')}>
      {sentence}
    </span>
  );
}
