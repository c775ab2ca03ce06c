import { trpc } from '#lib/api/trpc.ts';

/** The portfolios of the user, newest first. */
export function usePortfolios() {
  return trpc.portfolios.list.useQuery();
}

/** The portfolios of the user with their values, newest first. */
export function usePortfolioValues() {
  return trpc.portfolios.list.useQuery({ values: true });
}

export function usePortfolio(portfolioId: string) {
  return trpc.portfolios.get.useQuery({ portfolioId });
}

/** The rows of value since a day; sends no request without the day. */
export function useValueLine(portfolioId: string, since: string | null | undefined) {
  return trpc.portfolios.performance.useQuery(
    { portfolioId, series: true, ...(since ? { since } : {}) },
    { enabled: since !== null && since !== undefined },
  );
}

/** All portfolios as one, over their whole life. */
export function useOverview() {
  return trpc.portfolios.overview.useQuery({});
}

/** All portfolios as one with rows of value since a day, undefined for the whole life. */
export function useOverviewSince(since: string | undefined, isEnabled: boolean) {
  return trpc.portfolios.overview.useQuery(
    { series: true, ...(since === undefined ? {} : { since }) },
    { enabled: isEnabled },
  );
}
