import { notificationChannelRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { type channelList, type listChannelsInput, maxChannels } from '../schemas.ts';
import { presentChannel } from './present-channel.ts';

/** Lists the caller's channels, newest first. */
export async function listChannels(
  ctx: UserContext,
  { limit = maxChannels, offset }: z.output<typeof listChannelsInput>,
): Promise<z.infer<typeof channelList>> {
  const { em, user, notifier } = ctx;
  const [channels, total] = await notificationChannelRepository.listOfUser(em, user.id, { limit, offset });
  return {
    channels: channels.map((channel) => presentChannel(ctx, channel)),
    total,
    kinds: [...notifier.kinds],
  };
}
