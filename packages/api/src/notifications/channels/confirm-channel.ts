import { timingSafeEqual } from 'node:crypto';
import { digestToken, type NotificationChannel, notificationChannelRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext, Services, UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import type {
  confirmByCodeInput,
  confirmChannelInput,
  NotificationChannel as PresentedChannel,
} from '../schemas.ts';
import { findUnconfirmedChannel } from './confirmation.ts';
import { findChannel } from './find-channel.ts';
import { presentChannel } from './present-channel.ts';

/** Of one code; then the user requests another. */
const maxTries = 5;

/** What is stored of a code. With the server's key: a million codes are tried in a second. */
export function digestCode(
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
  { em, clock }: Pick<ProcedureContext, 'em' | 'clock'>,
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
 * @throws AppError NOT_FOUND, CONFLICT if the address is confirmed, BAD_REQUEST if the code is wrong, expired or used up
 */
export async function confirmChannelByCode(
  ctx: UserContext,
  { channelId, code }: z.output<typeof confirmByCodeInput>,
): Promise<PresentedChannel> {
  const channel = await findUnconfirmedChannel(ctx, channelId);
  const now = ctx.clock();
  // By an entity manager of its own: no rollback may forget a try.
  const em = ctx.database.fork();
  const stored = await notificationChannelRepository.countTry(em, channel.id, { maximum: maxTries, now });
  const entered = digestCode(ctx, channel, code.replaceAll(/\s/g, ''));
  const isRight = stored !== null && timingSafeEqual(Buffer.from(stored), Buffer.from(entered));
  if (!isRight || !(await notificationChannelRepository.confirm(ctx.em, stored, now))) {
    throw fieldError('code', 'That is not the code, or it has expired');
  }
  return presentChannel(ctx, await findChannel(ctx, channelId));
}
