import { secondFactorRepository, userRepository } from '@stockbook/db';
import type { UserContext } from '../../context.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { assertSecondFactorOn } from './assert-second-factor.ts';

/**
 * Turns two-step sign-in off.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, CONFLICT if it is off
 */
export async function removeSecondFactor(ctx: UserContext) {
  const { em, user, credential, securityEvents } = ctx;
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await requireConfirmation(ctx, tx);
    await assertSecondFactorOn(tx, user.id);
    await secondFactorRepository.remove(tx, user.id);
    const facts = { userId: user.id, sessionId: credential.id };
    await securityEvents.record(tx, 'second_factor_off', ctx, facts);
  });
  return { message: 'Two-step sign-in was turned off' };
}
