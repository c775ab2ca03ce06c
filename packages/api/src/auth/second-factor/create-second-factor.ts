import { secondFactorRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { assertSecondFactorOff } from './assert-second-factor.ts';
import type { newSecondFactor } from './schemas.ts';
import { newSecret, secretUri } from './totp.ts';

/**
 * Creates the pending second factor of the caller, in place of an earlier pending one. Only this response contains the
 * secret.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, CONFLICT if two-step sign-in is on
 */
export async function createSecondFactor(ctx: UserContext): Promise<z.infer<typeof newSecondFactor>> {
  const { em, user, notifier, clock } = ctx;
  const secret = newSecret();
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await requireConfirmation(ctx, tx);
    await assertSecondFactorOff(tx, user.id);
    const sealed = notifier.secrets.seal(secret, user.id);
    await secondFactorRepository.replacePending(tx, user.id, { secret: sealed, createdAt: clock() });
  });
  return { secret, uri: secretUri(secret, user.email) };
}
