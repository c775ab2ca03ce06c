import { trpc } from '#lib/api/trpc.ts';

/** Sends a failed delivery again. */
export function useRetryDelivery() {
  const utils = trpc.useUtils();
  return trpc.notifications.retryDelivery.useMutation({
    onSettled: () => utils.notifications.listDeliveries.invalidate(),
  });
}
