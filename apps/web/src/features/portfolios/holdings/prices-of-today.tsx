import type { HoldingList } from '@stockbook/api/schemas';
import { useEffect, useMemo } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { serverNow } from '#lib/api/server-clock.ts';
import { formatDate } from '#lib/format/dates.ts';
import { listSentence } from '#lib/quotes/quote-texts.ts';
import { useQuoteStatus, useQuotes } from '#lib/quotes/use-quotes.ts';
import { useOverviewAtQuotes } from '../api/overview.ts';
import { useHoldingsAtQuotes } from '../api/performance.ts';
import { atQuotes, type ListWithQuotes } from './at-quotes.ts';
import { isSold, type ValuedHoldings } from './types.ts';

interface PricesProps {
  /** At their last closes. */
  holdings: HoldingList['holdings'];
  /** The day of the last close. */
  asOf: string | null;
  /** Receives the holdings at prices of today, and null when the part is removed. */
  onValue: (holdings: ValuedHoldings | null) => void;
}

/** Values the holdings of a portfolio at prices of today while it shows, and says by what they are valued. */
export function PricesOfToday({
  portfolioId,
  isSoldShown,
  ...props
}: PricesProps & { portfolioId: string; isSoldShown: boolean }) {
  const { answers } = useQuoteStatus();
  return <Prices {...props} query={useHoldingsAtQuotes(portfolioId, isSoldShown, answers > 0)} />;
}

/** As `PricesOfToday`, for all portfolios. */
export function OverviewPricesOfToday(props: PricesProps) {
  const { answers } = useQuoteStatus();
  return <Prices {...props} query={useOverviewAtQuotes(answers > 0)} />;
}

interface Query {
  readonly data: ListWithQuotes | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

function Prices({ holdings, asOf, onValue, query }: PricesProps & { query: Query }) {
  const { data, error, refetch } = query;
  const symbols = useMemo(
    () => holdings.filter((holding) => !isSold(holding)).map(({ symbol }) => symbol),
    [holdings],
  );
  const quotes = useQuotes(symbols);
  const status = useQuoteStatus();
  const hasAnswer = status.answers > 0;
  // The server values the holdings: new quotes change what it answers.
  useEffect(() => {
    if (hasAnswer && quotes.size > 0) refetch();
  }, [hasAnswer, quotes, refetch]);
  const valued = useMemo(() => (data ? atQuotes(data, quotes) : null), [data, quotes]);
  useEffect(() => onValue(valued), [onValue, valued]);
  useEffect(() => () => onValue(null), [onValue]);

  const used = valued?.holdings.flatMap(({ latest }) => latest ?? []) ?? [];
  const problem = listSentence(used, status, serverNow());
  const close = asOf === null ? 'the last close' : `the close of ${formatDate(asOf)}`;
  return (
    <>
      <QueryError error={error} fallback="Failed to load the holdings" onRetry={() => void refetch()} />
      <p className="numeric min-h-5 text-sm text-muted">
        {data && missingText(data.totals.without_quote ?? 0)}Returns and exchange rates stay at {close}.{' '}
        {problem}
      </p>
    </>
  );
}

function missingText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? '1 holding has no price of today and stays at its last close. '
    : `${count} holdings have no price of today and stay at their last closes. `;
}
