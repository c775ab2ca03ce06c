import { randomInt, timingSafeEqual } from 'node:crypto';
import {
  digestToken,
  type EntityManager,
  enqueueJob,
  type NotificationChannel,
  notificationChannelRepository,
  userRepository,
} from '@stockbook/db';
import { z } from 'zod';
import { newToken } from '../../auth/access-tokens/new-token.ts';
import type { JobOutcome, ProcedureContext, Services, UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import type {
  channelInput,
  confirmByCodeInput,
  confirmChannelInput,
  NotificationChannel as PresentedChannel,
} from '../schemas.ts';
import { findChannel } from './find-channel.ts';
import { spendMail } from './mail-budget.ts';
import {
  confirmationKind,
  confirmationValidForMs,
  isConfirmable,
  presentChannel,
} from './present-channel.ts';

/** Of one code; then the user requests another. */
const maxTries = 5;

/** The stored form of a code. With the server's key: a million codes are tried in a second. */
function digestCode(
  { notifier }: Pick<Services, 'notifier'>,
  { id, target }: Pick<NotificationChannel, 'id' | 'target'>,
  code: string,
): string {
  return notifier.secrets.digest(JSON.stringify(['confirmation code', id, target, code]));
}

/**
 * Confirms the address of the channel that a confirmation link belongs to. The link works once.
 * @throws AppError NOT_FOUND
 */
export async function confirmChannel(
  { em, services: { clock } }: Pick<ProcedureContext, 'em' | 'services'>,
  { token }: z.output<typeof confirmChannelInput>,
): Promise<{ message: string }> {
  const isConfirmed = await notificationChannelRepository.confirm(em, digestToken(token), clock());
  if (!isConfirmed) {
    throw new AppError(
      'NOT_FOUND',
      'This link is not valid or was used already. Request another one in the list of channels',
    );
  }
  return { message: 'The address is confirmed: signals will be sent to it' };
}

/**
 * Confirms the address of a channel by the code that was sent to it.
 * @throws AppError NOT_FOUND, CONFLICT if the address is confirmed, BAD_REQUEST if the code is wrong, expired or used
 *   up
 */
export async function confirmChannelByCode(
  ctx: UserContext,
  { channelId, code }: z.output<typeof confirmByCodeInput>,
): Promise<PresentedChannel> {
  const channel = await findUnconfirmedChannel(ctx, channelId);
  const now = ctx.services.clock();
  // By an entity manager of its own: no rollback may forget a try.
  const em = ctx.services.database.fork();
  const stored = await notificationChannelRepository.countTry(em, channel.id, { maximum: maxTries, now });
  const entered = digestCode(ctx.services, channel, code.replaceAll(/\s/g, ''));
  const isRight = stored !== null && timingSafeEqual(Buffer.from(stored), Buffer.from(entered));
  if (!isRight || !(await notificationChannelRepository.confirm(ctx.em, stored, now))) {
    throw fieldError('code', 'That is not the code, or it has expired');
  }
  return presentChannel(ctx, await findChannel(ctx, channelId));
}

/** Six digits. */
function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/**
 * Job handler: sends the confirmation link or code. It is made here, because a job's payload is stored as it is; a
 * repeated attempt makes a new one.
 */
export async function sendConfirmation(services: Services, payload: unknown): Promise<JobOutcome> {
  const { database, clock, notifier } = services;
  const { channelId } = confirmationPayload.parse(payload);
  const em = database.fork();
  const channel = await notificationChannelRepository.find(em, channelId);
  const user = channel && (await userRepository.findById(em, channel.user.id));
  if (!user || !notifier.mailer || !isConfirmable(services, user, channel.target)) return 'ok';
  const kind = confirmationKind(services);
  const secret = kind === 'link' ? newToken() : newCode();
  const isWaiting = await notificationChannelRepository.replaceConfirmation(em, channel, {
    digest: kind === 'link' ? digestToken(secret) : digestCode(services, channel, secret),
    expiresAt: new Date(clock().getTime() + confirmationValidForMs[kind]),
  });
  if (!isWaiting) return 'ok';
  const request = {
    link: [
      'If it was you, open this link within three days:',
      // In the fragment, which browsers do not send: the token reaches no log of a server or proxy.
      `${notifier.publicUrl}/confirm-address#${secret}`,
    ],
    code: ['If it was you, enter this code there within 30 minutes:', secret],
  };
  const result = await notifier.mailer.send({
    to: channel.target,
    subject: 'Confirm your address for Stockbook',
    text: [
      'Someone entered this address in Stockbook to receive signals by email.',
      ...request[kind],
      'If it was not you, ignore this message: signals are sent to confirmed addresses only.',
    ].join('\n\n'),
    id: crypto.randomUUID(),
  });
  if (result.isDelivered) return 'ok';
  await notificationChannelRepository.change(em, channelId, { lastError: result.error });
  throw new Error('The confirmation mail could not be sent');
}

/** Requests of one user, and mails to one address. */
const maxConfirmationsPerDay = 10;

/** Attempts to send the mail: Graphile Worker spreads them over about two hours. */
const maxAttempts = 10;

const confirmationPayload = z.object({ channelId: z.uuid() });

/**
 * Enqueues the mail that confirms an address, in the transaction that stores it. Until then nothing else is sent to
 * it. An earlier link or code stops working.
 * @throws AppError BAD_REQUEST if the address cannot be confirmed, TOO_MANY_REQUESTS
 */
export async function requestConfirmation(
  tx: EntityManager,
  ctx: UserContext,
  { id, target }: Pick<NotificationChannel, 'id' | 'target'>,
): Promise<void> {
  if (!isConfirmable(ctx.services, ctx.user, target)) {
    throw fieldError(
      'target',
      'Only the address of your account is allowed: to confirm others, the operator must set PUBLIC_URL',
    );
  }
  await spendMail(tx, ctx, target, { mails: 'confirmation emails', maximum: maxConfirmationsPerDay });
  await notificationChannelRepository.change(tx, id, {
    confirmationDigest: null,
    confirmationExpiresAt: new Date(
      ctx.services.clock().getTime() + confirmationValidForMs[confirmationKind(ctx.services)],
    ),
    lastError: null,
  });
  const payload: z.infer<typeof confirmationPayload> = { channelId: id };
  await enqueueJob(tx, 'confirm-address', payload, { maxAttempts, jobKey: `confirm-address:${id}` });
}

/**
 * Finds a channel of the caller whose address is not confirmed.
 * @throws AppError NOT_FOUND, or CONFLICT if nothing is to be confirmed
 */
async function findUnconfirmedChannel(ctx: UserContext, channelId: string): Promise<NotificationChannel> {
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
