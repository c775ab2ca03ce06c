import { trpc } from '#lib/api/trpc.ts';

/** Adds a rule, which may turn on the notification of stocks. */
export function useCreateRule() {
  const utils = trpc.useUtils();
  return trpc.signals.rules.create.useMutation({
    onSuccess: async () => {
      await Promise.all([
        utils.signals.rules.invalidate(),
        utils.stocks.get.invalidate(),
        utils.stocks.list.invalidate(),
      ]);
    },
  });
}
