import { randomUUID } from 'node:crypto';
import { dayMs } from '@stockbook/common/durations';
import {
  enqueueJob,
  type NotificationChannel,
  notificationChannelRepository,
  signalRepository,
} from '@stockbook/db';
import { z } from 'zod';
import type { JobOutcome, Services } from '../../context.ts';
import { newNotice } from '../new-notice.ts';
import type { OutgoingMessage, PushFacts } from '../send/destination.ts';
import { endCancelledDevice } from './devices.ts';
import { openDestination } from './present-channel.ts';

/** A device on which Stockbook is not opened for so long is deleted. */
const maxUnseenMs = 60 * dayMs;

/** Its user is reminded a week earlier. */
const reminderAfterMs = 53 * dayMs;

const reminderPayload = z.object({ channelId: z.uuid() });

/** Attempts to send a reminder: Graphile Worker spreads them over about two hours. */
const maxAttempts = 10;

/** Pages bound the memory after years without a clean-up. */
const devicesPerPage = 200;

type UnseenServices = Pick<Services, 'database' | 'clock' | 'notifier'>;

/**
 * Deletes devices that were not used for 60 days, and reminds the users of those that were not used for 53 days: by a
 * notice in the inbox, and by a last notification on the device.
 * @returns how many devices were deleted
 */
export async function cleanUpDevices({ database, clock, notifier }: UnseenServices): Promise<number> {
  // No device can be seen.
  if (notifier.webPush.reason !== null) return 0;
  const now = clock();
  const removed = await notificationChannelRepository.removeUnseenSince(
    database.fork(),
    new Date(now.getTime() - maxUnseenMs),
  );
  const unseenSince = new Date(now.getTime() - reminderAfterMs);
  for (;;) {
    const devices = await notificationChannelRepository.listUnseenSince(
      database.fork(),
      unseenSince,
      devicesPerPage,
    );
    for (const device of devices) await remind({ database }, device, now);
    if (devices.length < devicesPerPage) return removed;
  }
}

async function remind(
  { database }: Pick<Services, 'database'>,
  { id, user, name }: NotificationChannel,
  now: Date,
): Promise<void> {
  await database.fork().transactional(async (tx) => {
    await notificationChannelRepository.change(tx, id, { remindedAt: now });
    await signalRepository.add(tx, [
      newNotice({
        userId: user.id,
        barDate: now.toISOString().slice(0, 10),
        sentence: `Notifications on ${name} end in 7 days, because Stockbook was not opened there for 53 days`,
        createdAt: now,
      }),
    ]);
    const payload: z.infer<typeof reminderPayload> = { channelId: id };
    await enqueueJob(tx, 'remind-device', payload, { maxAttempts, jobKey: `remind-device:${id}` });
  });
}

/** A text without details for a device, with a tag of its own. */
export function deviceMessage(
  line: string,
  facts: Pick<PushFacts, 'unread' | 'at' | 'timeToLiveS'>,
): OutgoingMessage {
  const push = { ...facts, path: '/signals', urgency: 'normal' as const, signalCount: null };
  return { id: randomUUID(), title: 'Stockbook', lines: [line], link: null, payload: '', push };
}

/** Job handler: sends the last notification to a device on which Stockbook was not opened for long. */
export async function remindDevice(
  { database, clock, notifier }: UnseenServices,
  payload: unknown,
  signal?: AbortSignal,
): Promise<JobOutcome> {
  const { channelId } = reminderPayload.parse(payload);
  const em = database.fork();
  const channel = await notificationChannelRepository.find(em, channelId);
  if (!channel?.isActive || channel.remindedAt === null) return 'ok';
  const destination = openDestination({ notifier }, channel);
  if (!destination) return 'failed';
  const message = deviceMessage('Open Stockbook to keep receiving signals here.', {
    unread: await signalRepository.countUnread(em, channel.user.id),
    at: clock(),
    timeToLiveS: dayMs / 1000,
  });
  const result = await notifier.send(destination, message, signal && { signal });
  if (result.isDelivered) return 'ok';
  if (result.isCancelled) {
    await database.fork().transactional((tx) => endCancelledDevice(tx, channel, clock()));
    return 'ok';
  }
  if (result.isFinal) return 'failed';
  throw new Error('The reminder could not be sent');
}
