import { trpc } from '#lib/api/trpc.ts';

/** Adds a strategy. */
export function useCreateStrategy() {
  const utils = trpc.useUtils();
  return trpc.strategies.create.useMutation({ onSuccess: () => utils.strategies.list.invalidate() });
}
