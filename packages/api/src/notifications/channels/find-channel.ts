import { type NotificationChannel, notificationChannelRepository } from '@stockbook/db';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';

/**
 * Finds a channel of the caller.
 * @throws AppError NOT_FOUND
 */
export async function findChannel(
  { em, user }: Pick<UserContext, 'em' | 'user'>,
  channelId: string,
): Promise<NotificationChannel> {
  const channel = isUuid(channelId)
    ? await notificationChannelRepository.findOfUser(em, user.id, channelId)
    : null;
  if (!channel) throw notFound('Channel');
  return channel;
}
