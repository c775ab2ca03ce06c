import type { HoldingList } from '@stockbook/api/schemas';
import { useEffect, useMemo } from 'react';
import { serverNow } from '#lib/api/server-clock.ts';
import { formatDate } from '#lib/format/dates.ts';
import { listSentence } from '#lib/quotes/quote-texts.ts';
import { useQuoteStatus, useQuotes } from '#lib/quotes/use-quotes.ts';
import { isSold, type ValuedHoldings } from './types.ts';
import { valueAtQuotes } from './value-at-quotes.ts';

interface PricesOfTodayProps {
  list: HoldingList;
  /** Receives the holdings at prices of today, and null when the part is removed. */
  onValue: (holdings: ValuedHoldings | null) => void;
}

/** Values holdings at prices of today while it shows, and says by what they are valued. */
export function PricesOfToday({ list, onValue }: PricesOfTodayProps) {
  const symbols = useMemo(
    () => list.holdings.filter((holding) => !isSold(holding)).map(({ symbol }) => symbol),
    [list],
  );
  const quotes = useQuotes(symbols);
  const status = useQuoteStatus();
  const valued = useMemo(() => valueAtQuotes(list, quotes), [list, quotes]);
  const hasAnswer = status.answers > 0;
  useEffect(() => onValue(hasAnswer ? valued : null), [onValue, hasAnswer, valued]);
  useEffect(() => () => onValue(null), [onValue]);

  const used = valued.holdings.flatMap(({ quote }) => quote ?? []);
  const problem = listSentence(used, status, serverNow());
  const close = list.as_of === null ? 'the last close' : `the close of ${formatDate(list.as_of)}`;
  return (
    <p className="numeric min-h-5 text-sm text-muted">
      {hasAnswer && missingText(symbols.length - used.length)}Returns and exchange rates stay at {close}.{' '}
      {problem}
    </p>
  );
}

function missingText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? '1 holding has no price of today and stays at its last close. '
    : `${count} holdings have no price of today and stay at their last closes. `;
}
