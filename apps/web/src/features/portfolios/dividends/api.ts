import type { AppRouter } from '@stockbook/api';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { trpc, useApiClient } from '#lib/api/trpc.ts';

export type DividendList = inferRouterOutputs<AppRouter>['portfolios']['dividends'];
export type SuggestedDividend = DividendList['suggested'][number];
export type DividendMonth = DividendList['months'][number];
type TakenDividend = inferRouterInputs<AppRouter>['portfolios']['takeDividends']['dividends'][number];

export function useDividends(portfolioId: string) {
  return trpc.portfolios.dividends.useQuery({ portfolioId });
}

/** Stores suggested dividends as transactions, all or none. */
export function useTakeDividends(portfolioId: string) {
  const utils = trpc.useUtils();
  const { mutate, isPending, error, reset } = trpc.portfolios.takeDividends.useMutation({
    onSuccess: () => utils.portfolios.invalidate(),
  });
  return {
    take: (dividends: TakenDividend[], onDone: () => void) =>
      mutate({ portfolioId, dividends }, { onSuccess: onDone }),
    isTaking: isPending,
    error,
    reset,
  };
}

/** Dismisses suggested dividends, one after the other: they are not suggested again. */
export function useDismissDividends(portfolioId: string) {
  const client = useApiClient();
  const utils = trpc.useUtils();
  return useMutation({
    mutationFn: async (dividends: readonly Pick<SuggestedDividend, 'symbol' | 'ex_date'>[]) => {
      for (const { symbol, ex_date } of dividends) {
        await client.portfolios.dismissDividend.mutate({ portfolioId, symbol, ex_date });
      }
    },
    // Also after a failure: the ones before it were dismissed.
    onSettled: () => utils.portfolios.invalidate(),
  });
}
