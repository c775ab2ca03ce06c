import { digestToken, type EntityManager, enqueueJob, notificationChannelRepository } from '@stockbook/db';
import { dayMs } from '@stockbook/market-data';
import { z } from 'zod';
import { newToken } from '../../auth/access-tokens/new-token.ts';
import type { JobOutcome, ProcedureContext, Services, UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { spend } from '../../quotas/budget.ts';
import type { confirmChannelInput } from '../schemas.ts';

/** A confirmation link is valid for three days. */
const linkValidForMs = 3 * dayMs;

/** Mails that one user may cause to addresses that have not agreed to them. */
const maxConfirmationsPerDay = 10;

/** Attempts to send the mail: Graphile Worker spreads them over about two hours. */
const maxAttempts = 10;

const payloadSchema = z.object({ channelId: z.uuid() });

/**
 * Whether nothing may be sent to the address until its owner has opened a link.
 * @throws AppError BAD_REQUEST if the link cannot be made
 */
export function needsConfirmation({ user, notifier }: UserContext, address: string): boolean {
  if (address.toLowerCase() === user.email.toLowerCase()) return false;
  if (notifier.publicUrl !== null) return true;
  throw fieldError(
    'target',
    'Only the address of your account is allowed: to confirm others, the operator must set PUBLIC_URL',
  );
}

/**
 * Enqueues the mail with the confirmation link, in the transaction that stores the address.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function requestConfirmation(
  tx: EntityManager,
  ctx: UserContext,
  channelId: string,
): Promise<void> {
  await spend(tx, ctx, {
    name: 'confirmation mail',
    maximum: maxConfirmationsPerDay,
    windowMs: dayMs,
    message: `You have entered ${maxConfirmationsPerDay} addresses within a day`,
  });
  const payload: z.infer<typeof payloadSchema> = { channelId };
  await enqueueJob(tx, 'confirm-address', payload, { maxAttempts, jobKey: `confirm-address:${channelId}` });
}

/**
 * Job handler: sends the confirmation link. The token is made here, because a job's payload is stored as it is; a repeated
 * attempt makes a new one.
 */
export async function sendConfirmation(services: Services, payload: unknown): Promise<JobOutcome> {
  const { database, clock, notifier } = services;
  const { channelId } = payloadSchema.parse(payload);
  const em = database.fork();
  const channel = await notificationChannelRepository.find(em, channelId);
  if (!channel || channel.confirmedAt !== null || !notifier.mailer || notifier.publicUrl === null)
    return 'ok';
  const token = newToken();
  await notificationChannelRepository.change(em, channelId, {
    confirmationDigest: digestToken(token),
    confirmationExpiresAt: new Date(clock().getTime() + linkValidForMs),
  });
  const result = await notifier.mailer.send({
    to: channel.target,
    subject: 'Confirm your address for Stockbook',
    text: [
      'Someone entered this address in Stockbook to receive signals by email.',
      'If it was you, open this link within three days:',
      // In the fragment, which browsers do not send: the token reaches no log of a server or proxy.
      `${notifier.publicUrl}/confirm-address#${token}`,
      'If it was not you, ignore this message: you will receive no others.',
    ].join('\n\n'),
    id: crypto.randomUUID(),
  });
  if (result.isDelivered) return 'ok';
  await notificationChannelRepository.change(em, channelId, { lastError: result.error });
  throw new Error('The confirmation mail could not be sent');
}

/**
 * Confirms the address of the channel that a confirmation link belongs to. The link works once.
 * @throws AppError NOT_FOUND
 */
export async function confirmChannel(
  { em, clock }: Pick<ProcedureContext, 'em' | 'clock'>,
  { token }: z.output<typeof confirmChannelInput>,
): Promise<{ message: string }> {
  const isConfirmed = await notificationChannelRepository.confirm(em, digestToken(token), clock());
  if (!isConfirmed) {
    throw new AppError(
      'NOT_FOUND',
      'This link is not valid or was used already. Enter the address again for a new one',
    );
  }
  return { message: 'The address is confirmed: signals will be sent to it' };
}
