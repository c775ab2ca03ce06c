import type { PortfolioPerformance } from '@stockbook/api/schemas';
import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#lib/api/trpc.ts';
import { firstDayOf, type Period } from '../periods.ts';

export interface PeriodPerformance {
  /** Undefined until anything is loaded. */
  readonly performance: PortfolioPerformance | undefined;
  /** Undefined for the whole life. */
  readonly since: string | undefined;
  /** Whether another period is shown than the chosen one, which is loading. */
  readonly isOld: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The figures of a portfolio over its whole life. */
export function useLife(portfolioId: string) {
  return trpc.portfolios.performance.useQuery({ portfolioId, series: true });
}

/** The figures of a portfolio over a period, which ends with the last close. */
export function usePeriodPerformance(portfolioId: string, period: Period): PeriodPerformance {
  const life = useLife(portfolioId);
  const asOf = life.data?.as_of;
  const since = life.data && asOf ? firstDayOf(period, asOf, life.data.since) : undefined;
  const part = trpc.portfolios.performance.useQuery(
    { portfolioId, series: true, ...(since === undefined ? {} : { since }) },
    { enabled: since !== undefined, placeholderData: keepPreviousData },
  );
  if (since === undefined) {
    return {
      performance: life.data,
      since,
      isOld: false,
      error: life.error,
      retry: () => void life.refetch(),
    };
  }
  return {
    performance: part.data ?? life.data,
    since,
    isOld: part.data === undefined || part.isPlaceholderData,
    error: part.error,
    retry: () => void part.refetch(),
  };
}

/** Fetches the details that explain the figures of a period. */
export function usePerformanceDetails(portfolioId: string, since: string | undefined) {
  return trpc.portfolios.performance.useQuery({
    portfolioId,
    details: true,
    ...(since === undefined ? {} : { since }),
  });
}

/** Fetches the holdings at the end of the last day. */
export function useHoldings(portfolioId: string) {
  return trpc.portfolios.holdings.useQuery({ portfolioId });
}

/** Fetches the holdings with the positions that were sold out; sends no request unless it is enabled. */
export function useAllHoldings(portfolioId: string, isEnabled: boolean) {
  return trpc.portfolios.holdings.useQuery({ portfolioId, closed: true }, { enabled: isEnabled });
}

/** Fetches the holdings with their values at quotes; sends no request unless it is enabled. */
export function useHoldingsAtQuotes(portfolioId: string, closed: boolean, isEnabled: boolean) {
  return trpc.portfolios.holdings.useQuery({ portfolioId, closed, quotes: true }, { enabled: isEnabled });
}

/** The number of transactions; undefined until it is loaded, and if that failed. */
export function useTransactionCount(portfolioId: string) {
  const { data, isPending } = trpc.portfolios.transactions.list.useQuery({ portfolioId, limit: 1 });
  return { count: data?.total, isPending };
}
