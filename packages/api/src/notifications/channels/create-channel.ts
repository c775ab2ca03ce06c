import { randomUUID } from 'node:crypto';
import { notificationChannelRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { assertQuota } from '../../quotas/quotas.ts';
import { type createChannelInput, maxChannels, type SavedChannel } from '../schemas.ts';
import { newSigningSecret } from '../send/webhook.ts';
import { requestConfirmation } from './confirmation.ts';
import { findChannel } from './find-channel.ts';
import { presentChannel } from './present-channel.ts';
import { readTarget } from './read-target.ts';

/**
 * Creates a channel of the caller.
 * @throws AppError BAD_REQUEST if nothing may be sent to the target, CONFLICT if the quota is used up, TOO_MANY_REQUESTS
 */
export async function createChannel(
  ctx: UserContext,
  { kind, name, target: text, token = null }: z.output<typeof createChannelInput>,
): Promise<SavedChannel> {
  const { em, user, clock, notifier } = ctx;
  if (!notifier.kinds.includes(kind)) {
    throw fieldError('kind', 'This server sends no email: the operator must set SMTP_URL');
  }
  if (token !== null && kind !== 'ntfy') throw fieldError('token', 'Only ntfy has an access token');
  const target = await readTarget(ctx, kind, text);
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
