import { randomInt } from 'node:crypto';
import { digestToken, notificationChannelRepository, userRepository } from '@stockbook/db';
import { newToken } from '../../auth/access-tokens/new-token.ts';
import type { JobOutcome, Services } from '../../context.ts';
import { digestCode } from './confirm-channel.ts';
import { confirmationPayload } from './confirmation.ts';
import { confirmationKind, confirmationValidForMs, isConfirmable } from './confirmation-kind.ts';

/** Six digits. */
function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/**
 * Job handler: sends the confirmation link or code. It is made here, because a job's payload is stored as it is; a repeated
 * attempt makes a new one.
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
