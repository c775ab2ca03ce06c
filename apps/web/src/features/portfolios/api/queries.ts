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
