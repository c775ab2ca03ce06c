import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  type EntityManager,
  type NotificationChannel,
  notificationChannelRepository,
  sessionRepository,
  signalRepository,
  userRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import { notSignedIn, requireSession } from '../../auth/sessions/sessions.ts';
import type { UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { assertQuota } from '../../quotas/quotas.ts';
import { newNotice } from '../new-notice.ts';
import { maxChannels, type NewDevice, type SavedChannel } from '../schemas.ts';
import type { webPushState } from '../web-push-schemas.ts';
import { findChannel } from './find-channel.ts';
import { openDestination, presentChannel } from './present-channel.ts';
import { readSubscription } from './read-subscription.ts';

/** @throws AppError UNAUTHORIZED without a signed-in session */
export function getWebPush(ctx: UserContext): z.infer<typeof webPushState> {
  requireSession(ctx);
  const { reason, publicKey } = ctx.services.notifier.webPush;
  return { is_offered: reason === null, reason, public_key: publicKey };
}

/** A subscription as it is stored. */
interface Registration {
  readonly endpoint: string;
  readonly endpointDigest: string;
  /** JSON of the keys. */
  readonly secret: string;
}

/** Whether a channel has the keys of the registration, which the browser alone knows. */
function hasSameKeys(ctx: UserContext, channel: NotificationChannel, { secret }: Registration): boolean {
  const stored = Buffer.from(openDestination(ctx.services, channel)?.secret ?? '');
  const given = Buffer.from(secret);
  return stored.length === given.length && timingSafeEqual(stored, given);
}

/** Renews the keys and the sign-in of a device. What the user has chosen by hand stays. */
async function renewDevice(
  tx: EntityManager,
  ctx: UserContext,
  { id, name, device }: NotificationChannel,
  { secret }: Registration,
): Promise<string> {
  const now = ctx.services.clock();
  await notificationChannelRepository.renewDevice(tx, id, {
    ...(name === device ? { name: ctx.client } : {}),
    secret: ctx.services.notifier.secrets.seal(secret, id),
    device: ctx.client,
    sessionId: ctx.credential.id,
    lastSeenAt: now,
    remindedAt: null,
    updatedAt: now,
  });
  return id;
}

const registeredElsewhere = () => new AppError('CONFLICT', 'This browser is registered by another account');

/** Deletes the channel that another user of the same browser has. @throws AppError CONFLICT */
async function takeOver(
  tx: EntityManager,
  ctx: UserContext,
  channel: NotificationChannel,
  registration: Registration,
): Promise<void> {
  if (!hasSameKeys(ctx, channel, registration)) throw registeredElsewhere();
  const { id, user } = channel;
  await notificationChannelRepository.remove(tx, user.id, id);
  await ctx.services.securityEvents.record(tx, 'device_removed', ctx, { userId: user.id });
}

/**
 * Registers the browser of the caller as a device, or renews what is registered of it.
 * @throws AppError UNAUTHORIZED without a signed-in session, BAD_REQUEST if the subscription is not valid or push is
 *   not offered, CONFLICT if the quota is used up or another account has registered the browser
 */
export async function saveDevice(
  ctx: UserContext,
  { subscription, name = ctx.client, shows_details = true }: NewDevice,
): Promise<SavedChannel> {
  requireSession(ctx);
  const { em, user, credential, client, services } = ctx;
  const { notifier, securityEvents } = services;
  if (notifier.webPush.reason !== null) throw fieldError('kind', notifier.webPush.reason);
  const { endpoint, keys } = await readSubscription(services, subscription);
  const registration = { endpoint, endpointDigest: hash('sha256', endpoint), secret: JSON.stringify(keys) };
  const { endpointDigest, secret } = registration;
  const savedId = await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    // Its end then finds the device, and deletes it.
    if (!(await sessionRepository.lock(tx, credential.id))) throw notSignedIn();
    const existing = await notificationChannelRepository.lockByEndpointDigest(tx, endpointDigest);
    if (existing?.user.id === user.id) return renewDevice(tx, ctx, existing, registration);
    if (existing) await takeOver(tx, ctx, existing, registration);
    assertQuota(await notificationChannelRepository.countOfUser(tx, user.id), maxChannels, 'channels');
    const [id, now] = [randomUUID(), services.clock()];
    const isAdded = await notificationChannelRepository.addDevice(tx, {
      id,
      userId: user.id,
      sessionId: credential.id,
      name,
      target: endpoint,
      endpointDigest,
      secret: notifier.secrets.seal(secret, id),
      device: client,
      showsDetails: shows_details,
      isActive: true,
      confirmedAt: now,
      lastSeenAt: now,
      createdAt: now,
    });
    // Another account has registered it since the look-up.
    if (!isAdded) throw registeredElsewhere();
    await securityEvents.record(tx, 'device_added', ctx, { userId: user.id, sessionId: credential.id });
    return id;
  });
  return { ...presentChannel(ctx, await findChannel(ctx, savedId)), secret: null };
}

/** Deletes a device whose subscription the browser has cancelled, with what waits, and puts a notice into the inbox. */
export async function endCancelledDevice(
  tx: EntityManager,
  { id, user, name }: Pick<NotificationChannel, 'id' | 'user' | 'name'>,
  now: Date,
): Promise<void> {
  if (!(await notificationChannelRepository.remove(tx, user.id, id))) return;
  await signalRepository.add(tx, [
    newNotice({
      userId: user.id,
      barDate: now.toISOString().slice(0, 10),
      sentence: `Notifications on ${name} ended: the browser has cancelled them.`,
      createdAt: now,
    }),
  ]);
}
