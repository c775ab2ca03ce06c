import type { NotificationChannel } from '@stockbook/api/schemas';
import { trpc } from '#lib/api/trpc.ts';

/** Deletes a channel, and removes it from the list after the server has confirmed. */
export function useDeleteChannel({ id }: NotificationChannel) {
  const utils = trpc.useUtils();
  const { mutate, isPending, error } = trpc.notifications.deleteChannel.useMutation({
    onSuccess: () => {
      utils.notifications.listChannels.setData(
        undefined,
        (list) =>
          list && {
            ...list,
            total: list.total - 1,
            channels: list.channels.filter((channel) => channel.id !== id),
          },
      );
      void utils.notifications.listDeliveries.invalidate();
    },
  });
  return { remove: () => mutate({ channelId: id }), isDeleting: isPending, error };
}
