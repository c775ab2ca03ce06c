import { trpc } from '#lib/api/trpc.ts';

/** Changes a rule. The mutation is pending until the changed rule is shown. */
export function useUpdateRule() {
  const utils = trpc.useUtils();
  return trpc.signals.rules.update.useMutation({ onSuccess: () => utils.signals.rules.invalidate() });
}

/** Deletes a rule; its signals stay. */
export function useDeleteRule() {
  const utils = trpc.useUtils();
  return trpc.signals.rules.delete.useMutation({ onSuccess: () => utils.signals.rules.invalidate() });
}
