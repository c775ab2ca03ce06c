import { trpc } from '#lib/api/trpc.ts';

/** Changes a strategy; new rules and switching on restart its signals. */
export function useUpdateStrategy() {
  const utils = trpc.useUtils();
  return trpc.strategies.update.useMutation({
    onSuccess: async (strategy) => {
      utils.strategies.get.setData({ strategyId: strategy.id }, strategy);
      await utils.strategies.list.invalidate();
    },
  });
}
