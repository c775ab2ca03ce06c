import { randomUUID } from 'node:crypto';
import {
  type NotificationChannel,
  notificationChannelRepository,
  notificationDeliveryRepository,
  userRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { fieldError, notFound } from '../../errors.ts';
import { assertQuota } from '../../quotas/quotas.ts';
import {
  type channelInput,
  type channelList,
  type createChannelInput,
  type listChannelsInput,
  maxChannels,
  type SavedChannel,
  type updateChannelInput,
} from '../schemas.ts';
import { newSigningSecret } from '../send/postings.ts';
import { requestConfirmation } from './confirmation.ts';
import { saveDevice } from './devices.ts';
import { findChannel } from './find-channel.ts';
import { presentChannel } from './present-channel.ts';
import { readTarget } from './read-target.ts';

const onlyDevices = 'Only a device can show or hide details';

/**
 * Creates a channel of the caller, or renews that of a browser.
 * @throws AppError UNAUTHORIZED for a device without a signed-in session, BAD_REQUEST if nothing may be sent to the
 *   target, CONFLICT if the quota is used up or another account has registered the browser, TOO_MANY_REQUESTS
 */
export async function createChannel(
  ctx: UserContext,
  input: z.output<typeof createChannelInput>,
): Promise<SavedChannel> {
  const { kind, name, target: text, token = null, subscription, shows_details } = input;
  if (token !== null && kind !== 'ntfy') throw fieldError('token', 'Only ntfy has an access token');
  if (kind === 'web_push') {
    if (subscription === undefined) throw fieldError('subscription', 'Subscription is not complete');
    if (text !== undefined) throw fieldError('target', 'The target of a device is that of its subscription');
    return saveDevice(ctx, { subscription, name, shows_details });
  }
  if (subscription !== undefined) throw fieldError('subscription', 'Only a device has a subscription');
  if (shows_details !== undefined) throw fieldError('shows_details', onlyDevices);
  const { em, user } = ctx;
  const { clock, notifier } = ctx.services;
  if (name === undefined) throw fieldError('name', 'Name is required');
  if (text === undefined) throw fieldError('target', 'Target is required');
  if (!notifier.kinds.includes(kind)) {
    throw fieldError('kind', 'This server sends no email: the operator must set SMTP_URL');
  }
  const target = await readTarget(ctx.services, kind, text);
  const now = clock();
  const id = randomUUID();
  const signingSecret = kind === 'webhook' ? newSigningSecret() : null;
  const secret = signingSecret ?? token;
  const isEmail = kind === 'email';
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    assertQuota(await notificationChannelRepository.countOfUser(tx, user.id), maxChannels, 'channels');
    await notificationChannelRepository.add(tx, {
      id,
      userId: user.id,
      kind,
      name,
      target,
      secret: secret === null ? null : notifier.secrets.seal(secret, id),
      isActive: true,
      confirmedAt: isEmail ? null : now,
      createdAt: now,
    });
    if (isEmail) await requestConfirmation(tx, ctx, { id, target });
  });
  return { ...presentChannel(ctx, await findChannel(ctx, id)), secret: signingSecret };
}

/** Lists the caller's channels, newest first. */
export async function listChannels(
  ctx: UserContext,
  { limit = maxChannels, offset }: z.output<typeof listChannelsInput>,
): Promise<z.infer<typeof channelList>> {
  const { em, user } = ctx;
  const { notifier } = ctx.services;
  const [channels, total] = await notificationChannelRepository.listOfUser(em, user.id, { limit, offset });
  return {
    channels: channels.map((channel) => presentChannel(ctx, channel)),
    total,
    kinds: [...notifier.kinds],
  };
}

/**
 * Changes the given properties of a channel. A changed target never receives the secret of the previous one.
 * @throws AppError NOT_FOUND, BAD_REQUEST if nothing may be sent to the target, TOO_MANY_REQUESTS
 */
export async function updateChannel(
  ctx: UserContext,
  { channelId, name, target: text, token, is_active, shows_details }: z.output<typeof updateChannelInput>,
): Promise<SavedChannel> {
  const { em } = ctx;
  const { clock, notifier } = ctx.services;
  const channel = await findChannel(ctx, channelId);
  if (typeof token === 'string' && channel.kind !== 'ntfy') {
    throw fieldError('token', 'Only ntfy has an access token');
  }
  const { kind } = channel;
  const isDevice = kind === 'web_push';
  if (isDevice && text !== undefined) {
    throw fieldError('target', 'The target of a device cannot be changed');
  }
  if (!isDevice && shows_details !== undefined) {
    throw fieldError('shows_details', onlyDevices);
  }
  const now = clock();
  const target = isDevice || text === undefined ? channel.target : await readTarget(ctx.services, kind, text);
  const isMoved = target !== channel.target;
  const mustConfirm = isMoved && kind === 'email';
  const signingSecret = isMoved && kind === 'webhook' ? newSigningSecret() : null;
  const secret = signingSecret ?? (token === undefined && isMoved ? null : token);
  const isSwitchedOn = is_active === true && !channel.isActive;
  const changes: Partial<NotificationChannel> = {
    ...(name === undefined ? {} : { name }),
    ...(is_active === undefined ? {} : { isActive: is_active }),
    ...(shows_details === undefined ? {} : { showsDetails: shows_details }),
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

/**
 * Deletes a channel of the caller with its deliveries: what waits is not sent.
 * @throws AppError NOT_FOUND
 */
export async function deleteChannel(
  ctx: UserContext,
  { channelId }: z.output<typeof channelInput>,
): Promise<{ message: string }> {
  const { em, user } = ctx;
  const { securityEvents } = ctx.services;
  const { id, kind } = await findChannel(ctx, channelId);
  await em.transactional(async (tx) => {
    const isDeleted = await notificationChannelRepository.remove(tx, user.id, id);
    if (!isDeleted) throw notFound('Channel');
    if (kind === 'web_push') await securityEvents.record(tx, 'device_removed', ctx, { userId: user.id });
  });
  return { message: 'The channel was deleted' };
}
