import { trpc } from '#lib/api/trpc.ts';

/** Deletes a backtest of a strategy. */
export function useDeleteBacktest(strategyId: string) {
  const utils = trpc.useUtils();
  return trpc.strategies.backtests.delete.useMutation({
    onSuccess: () => utils.strategies.backtests.list.invalidate({ strategyId }),
  });
}
