import {
  type EntityManager,
  enqueueJob,
  type NotificationChannel,
  notificationChannelRepository,
} from '@stockbook/db';
import { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import type { channelInput, NotificationChannel as PresentedChannel } from '../schemas.ts';
import { confirmationKind, confirmationValidForMs, isConfirmable } from './confirmation-kind.ts';
import { findChannel } from './find-channel.ts';
import { spendMail } from './mail-budget.ts';
import { presentChannel } from './present-channel.ts';

/** Requests of one user, and mails to one address. */
const maxConfirmationsPerDay = 10;

/** Attempts to send the mail: Graphile Worker spreads them over about two hours. */
const maxAttempts = 10;

export const confirmationPayload = z.object({ channelId: z.uuid() });

/**
 * Enqueues the mail that confirms an address, in the transaction that stores it. Until then nothing else is sent to it. An
 * earlier link or code stops working.
 * @throws AppError BAD_REQUEST if the address cannot be confirmed, TOO_MANY_REQUESTS
 */
export async function requestConfirmation(
  tx: EntityManager,
  ctx: UserContext,
  { id, target }: Pick<NotificationChannel, 'id' | 'target'>,
): Promise<void> {
  if (!isConfirmable(ctx, ctx.user, target)) {
    throw fieldError(
      'target',
      'Only the address of your account is allowed: to confirm others, the operator must set PUBLIC_URL',
    );
  }
  await spendMail(tx, ctx, target, { mails: 'confirmation emails', maximum: maxConfirmationsPerDay });
  await notificationChannelRepository.change(tx, id, {
    confirmationDigest: null,
    confirmationExpiresAt: new Date(ctx.clock().getTime() + confirmationValidForMs[confirmationKind(ctx)]),
    lastError: null,
  });
  const payload: z.infer<typeof confirmationPayload> = { channelId: id };
  await enqueueJob(tx, 'confirm-address', payload, { maxAttempts, jobKey: `confirm-address:${id}` });
}

/**
 * Finds a channel of the caller whose address is not confirmed.
 * @throws AppError NOT_FOUND, or CONFLICT if nothing is to be confirmed
 */
export async function findUnconfirmedChannel(
  ctx: UserContext,
  channelId: string,
): Promise<NotificationChannel> {
  const channel = await findChannel(ctx, channelId);
  if (channel.confirmedAt !== null) throw new AppError('CONFLICT', 'This channel needs no confirmation');
  return channel;
}

/**
 * Sends another link or code to the address of a channel.
 * @throws AppError NOT_FOUND, CONFLICT if the address is confirmed, BAD_REQUEST if it cannot be, TOO_MANY_REQUESTS
 */
export async function resendConfirmation(
  ctx: UserContext,
  { channelId }: z.output<typeof channelInput>,
): Promise<PresentedChannel> {
  const channel = await findUnconfirmedChannel(ctx, channelId);
  await ctx.em.transactional((tx) => requestConfirmation(tx, ctx, channel));
  return presentChannel(ctx, await findChannel(ctx, channelId));
}
