import type { PortfolioOverview, PortfolioPerformance } from '@stockbook/api/schemas';
import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#lib/api/trpc.ts';
import { firstDayOf, type Period } from '../periods.ts';

interface OverviewPeriod {
  /** Undefined until anything is loaded. */
  readonly overview: PortfolioOverview | undefined;
  readonly performance: PortfolioPerformance | undefined;
  /** Undefined for the whole life. */
  readonly since: string | undefined;
  /** Whether another period is shown than the chosen one, which is loading. */
  readonly isOld: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** All portfolios as one over a period that ends with the last close. */
export function useOverviewPeriod(period: Period): OverviewPeriod {
  const life = trpc.portfolios.overview.useQuery({ series: true });
  const { as_of: asOf, since: lifeSince } = life.data?.performance ?? {};
  const since = asOf && lifeSince ? firstDayOf(period, asOf, lifeSince) : undefined;
  const part = trpc.portfolios.overview.useQuery(
    { series: true, ...(since === undefined ? {} : { since }) },
    { enabled: since !== undefined, placeholderData: keepPreviousData },
  );
  const query = since === undefined ? life : part;
  const overview = query.data ?? life.data;
  return {
    overview,
    performance: overview?.performance,
    since,
    isOld: since !== undefined && (part.data === undefined || part.isPlaceholderData),
    error: query.error,
    retry: () => void query.refetch(),
  };
}

/** Fetches the holdings of all portfolios with their values at quotes; sends no request unless it is enabled. */
export function useOverviewAtQuotes(isEnabled: boolean) {
  return trpc.portfolios.overview.useQuery({ quotes: true }, { enabled: isEnabled });
}

/** Fetches the details that explain the figures of a period. */
export function useOverviewDetails(since: string | undefined) {
  return trpc.portfolios.overview.useQuery({ details: true, ...(since === undefined ? {} : { since }) });
}
