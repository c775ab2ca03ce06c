import {
  type NotificationChannel,
  notificationChannelRepository,
  notificationDeliveryRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import type { SavedChannel, updateChannelInput } from '../schemas.ts';
import { newSigningSecret } from '../send/webhook.ts';
import { requestConfirmation } from './confirmation.ts';
import { findChannel } from './find-channel.ts';
import { presentChannel } from './present-channel.ts';
import { readTarget } from './read-target.ts';

/**
 * Changes the given properties of a channel. A changed target never receives the secret of the previous one.
 * @throws AppError NOT_FOUND, BAD_REQUEST if nothing may be sent to the target, TOO_MANY_REQUESTS
 */
export async function updateChannel(
  ctx: UserContext,
  { channelId, name, target: text, token, is_active }: z.output<typeof updateChannelInput>,
): Promise<SavedChannel> {
  const { em, clock, notifier } = ctx;
  const channel = await findChannel(ctx, channelId);
  if (typeof token === 'string' && channel.kind !== 'ntfy') {
    throw fieldError('token', 'Only ntfy has an access token');
  }
  const now = clock();
  const target = text === undefined ? channel.target : await readTarget(ctx, channel.kind, text);
  const isMoved = target !== channel.target;
  const mustConfirm = isMoved && channel.kind === 'email';
  const signingSecret = isMoved && channel.kind === 'webhook' ? newSigningSecret() : null;
  const secret = signingSecret ?? (token === undefined && isMoved ? null : token);
  const isSwitchedOn = is_active === true && !channel.isActive;
  const changes: Partial<NotificationChannel> = {
    ...(name === undefined ? {} : { name }),
    ...(is_active === undefined ? {} : { isActive: is_active }),
    ...(secret === undefined
      ? {}
      : { secret: secret === null ? null : notifier.secrets.seal(secret, channel.id) }),
    ...(isMoved ? { target, lastOkAt: null, confirmedAt: mustConfirm ? null : now } : {}),
    ...(isMoved || isSwitchedOn ? { lastError: null, failingSince: null } : {}),
    updatedAt: now,
  };
  await em.transactional(async (tx) => {
    await notificationChannelRepository.change(tx, channel.id, changes);
    if (is_active === false) {
      await notificationDeliveryRepository.cancel(tx, channel.id, 'Cancelled: the channel was switched off');
    }
    if (mustConfirm) await requestConfirmation(tx, ctx, { id: channel.id, target });
  });
  return { ...presentChannel(ctx, await findChannel(ctx, channelId)), secret: signingSecret };
}
