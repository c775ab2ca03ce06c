import { notificationChannelRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { channelInput } from '../schemas.ts';
import { findChannel } from './find-channel.ts';

/**
 * Deletes a channel of the caller with its deliveries: what waits is not sent.
 * @throws AppError NOT_FOUND
 */
export async function deleteChannel(
  ctx: UserContext,
  { channelId }: z.output<typeof channelInput>,
): Promise<{ message: string }> {
  const { id } = await findChannel(ctx, channelId);
  const isDeleted = await notificationChannelRepository.remove(ctx.em, ctx.user.id, id);
  if (!isDeleted) throw notFound('Channel');
  return { message: 'The channel was deleted' };
}
