import type { SavedChannel } from '@stockbook/api/schemas';
import { FormFailure } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import type { ChannelKind } from '../channels/channel-kinds.ts';

interface ChannelFields {
  readonly name: string;
  readonly target: string;
  /** Undefined to keep the stored token. */
  readonly token?: string;
}

/** Creates a channel, or changes the one with this id. Rejects with a `FormFailure`. */
export function useSaveChannel() {
  const utils = trpc.useUtils();
  const create = trpc.notifications.createChannel.useMutation();
  const update = trpc.notifications.updateChannel.useMutation();
  return async (
    key: { kind: ChannelKind } | { channelId: string },
    fields: ChannelFields,
  ): Promise<SavedChannel> => {
    try {
      const saved =
        'kind' in key
          ? await create.mutateAsync({ ...key, ...fields })
          : await update.mutateAsync({ ...key, ...fields });
      void utils.notifications.listChannels.invalidate();
      return saved;
    } catch (error) {
      throw new FormFailure(...describeFailure(error, 'Failed to save channel'));
    }
  };
}
