import type { NotificationChannel } from '@stockbook/api/schemas';
import { trpc } from '#lib/api/trpc.ts';

/** Switches a channel on or off; `isActive` is the requested state while the request is pending. */
export function useSwitchChannel({ id, is_active }: NotificationChannel) {
  const utils = trpc.useUtils();
  const { mutate, isPending, variables, error } = trpc.notifications.updateChannel.useMutation({
    onSettled: () => utils.notifications.listChannels.invalidate(),
  });
  return {
    isActive: isPending ? (variables.is_active ?? is_active) : is_active,
    setActive: (isActive: boolean) => mutate({ channelId: id, is_active: isActive }),
    error,
  };
}
