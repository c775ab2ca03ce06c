import { trpc } from '#lib/api/trpc.ts';

/** A function that fetches all figures of portfolios again: a change of one may concern the overview. */
function useRefreshPortfolios(): () => Promise<void> {
  const utils = trpc.useUtils();
  return () => utils.portfolios.invalidate();
}

export function useCreatePortfolio() {
  const refresh = useRefreshPortfolios();
  return trpc.portfolios.create.useMutation({ onSuccess: refresh });
}

export function useUpdatePortfolio() {
  const refresh = useRefreshPortfolios();
  return trpc.portfolios.update.useMutation({ onSuccess: refresh });
}

/** Deletes a portfolio. Its page must be left before the figures are fetched again. */
export function useDeletePortfolio() {
  const utils = trpc.useUtils();
  return trpc.portfolios.delete.useMutation({
    onSuccess: () =>
      Promise.all([utils.portfolios.list.invalidate(), utils.portfolios.overview.invalidate()]),
  });
}

/** Stores whether a split multiplied the shares of a portfolio. */
export function useSetSplitChoice() {
  const refresh = useRefreshPortfolios();
  return trpc.portfolios.setSplitChoice.useMutation({ onSuccess: refresh });
}

/** Stores the currency in which a stock is quoted whose source names none. */
export function useSetQuoteCurrency() {
  const refresh = useRefreshPortfolios();
  return trpc.portfolios.setQuoteCurrency.useMutation({ onSuccess: refresh });
}
