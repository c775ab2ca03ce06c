import { trpc } from '#lib/api/trpc.ts';

/** Sends a test message. A message that does not arrive is a result, not an error. */
export function useTestChannel() {
  const utils = trpc.useUtils();
  return trpc.notifications.testChannel.useMutation({
    onSuccess: () => utils.notifications.listChannels.invalidate(),
  });
}
