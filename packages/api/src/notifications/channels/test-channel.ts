import { randomUUID } from 'node:crypto';
import { minuteMs } from '@stockbook/common/durations';
import { type NotificationChannel, notificationChannelRepository, signalRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { spend } from '../../quotas/budget.ts';
import type { ChannelTest, channelInput } from '../schemas.ts';
import type { OutgoingMessage } from '../send/destination.ts';
import { endCancelledDevice } from './devices.ts';
import { findChannel } from './find-channel.ts';
import { spendMail } from './mail-budget.ts';
import { openDestination, undecryptable } from './present-channel.ts';
import { deviceMessage } from './unseen-devices.ts';

const maxTestsPerMinute = 6;

/** Tests by one user, and mails to one address. */
const maxTestMailsPerDay = 5;

/** The web client waits 10 s for a response. */
const timeoutMs = 8_000;

const line = 'This is a test message. Signals of your rules will arrive like this.';

function testMessage({ services: { clock, notifier } }: UserContext): OutgoingMessage {
  return {
    id: randomUUID(),
    title: 'Test message of Stockbook',
    lines: [line],
    link: notifier.publicUrl && `${notifier.publicUrl}/signals`,
    payload: JSON.stringify({ type: 'test', timestamp: clock().toISOString(), data: { message: line } }),
  };
}

/** A device that is not reachable within a minute has failed the test for the user who waits for it. */
const testTimeToLiveS = 60;

async function testOfDevice(
  { em, user, services: { clock } }: UserContext,
  { name }: NotificationChannel,
): Promise<OutgoingMessage> {
  return deviceMessage(`Test notification for ${name}`, {
    unread: await signalRepository.countUnread(em, user.id),
    at: clock(),
    timeToLiveS: testTimeToLiveS,
  });
}

/**
 * Sends a test message and waits for the outcome. Tests are no deliveries.
 * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS, or CONFLICT if the address is not confirmed
 */
export async function testChannel(
  ctx: UserContext,
  { channelId }: z.output<typeof channelInput>,
): Promise<ChannelTest> {
  const { em } = ctx;
  const { clock, notifier } = ctx.services;
  const channel = await findChannel(ctx, channelId);
  if (channel.confirmedAt === null) {
    throw new AppError('CONFLICT', 'Confirm the address of this channel first');
  }
  await spend(em, ctx, {
    name: 'channel test',
    maximum: maxTestsPerMinute,
    windowMs: minuteMs,
    message: `You have tested channels ${maxTestsPerMinute} times within a minute`,
  });
  if (channel.kind === 'email') {
    await spendMail(em, ctx, channel.target, { mails: 'test emails', maximum: maxTestMailsPerDay });
  }
  const destination = openDestination(ctx.services, channel);
  if (!destination) return { delivered: false, http_status: null, error: undecryptable };
  const message = channel.kind === 'web_push' ? await testOfDevice(ctx, channel) : testMessage(ctx);
  const result = await notifier.send(destination, message, { timeoutMs });
  const { isDelivered, httpStatus } = result;
  const error = result.isDelivered ? null : result.error;
  if (!result.isDelivered && result.isCancelled) {
    await em.transactional((tx) => endCancelledDevice(tx, channel, clock()));
    return { delivered: false, http_status: httpStatus, error };
  }
  await notificationChannelRepository.change(
    em,
    channel.id,
    isDelivered ? { lastOkAt: clock(), lastError: null, failingSince: null } : { lastError: error },
  );
  return { delivered: isDelivered, http_status: httpStatus, error };
}
