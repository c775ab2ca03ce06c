import type { NotificationChannel } from '@stockbook/api/schemas';
import { trpc } from '#lib/api/trpc.ts';

/** Shows a changed channel in the list. */
function useReplaceChannel() {
  const utils = trpc.useUtils();
  return (changed: NotificationChannel) =>
    utils.notifications.listChannels.setData(
      undefined,
      (list) =>
        list && {
          ...list,
          channels: list.channels.map((channel) => (channel.id === changed.id ? changed : channel)),
        },
    );
}

/** Confirms the address of a channel by the code that was sent to it. */
export function useConfirmChannel(onConfirmed: () => void) {
  const replaceChannel = useReplaceChannel();
  return trpc.notifications.confirmChannelByCode.useMutation({
    onSuccess: (channel) => {
      onConfirmed();
      replaceChannel(channel);
    },
  });
}

/** Sends another code or link to the address of a channel. */
export function useResendConfirmation() {
  return trpc.notifications.resendConfirmation.useMutation({ onSuccess: useReplaceChannel() });
}
