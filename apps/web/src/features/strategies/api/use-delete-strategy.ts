import { trpc } from '#lib/api/trpc.ts';

/** Deletes a strategy with its backtests and sweeps; its signals stay. */
export function useDeleteStrategy() {
  const utils = trpc.useUtils();
  return trpc.strategies.delete.useMutation({ onSuccess: () => utils.strategies.list.invalidate() });
}
