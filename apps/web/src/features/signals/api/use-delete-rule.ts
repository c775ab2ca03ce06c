import { trpc } from '#lib/api/trpc.ts';

/** Deletes a rule; its signals stay. */
export function useDeleteRule() {
  const utils = trpc.useUtils();
  return trpc.signals.rules.delete.useMutation({ onSuccess: () => utils.signals.rules.invalidate() });
}
