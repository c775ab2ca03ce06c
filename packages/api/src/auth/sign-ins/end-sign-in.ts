import { sessionRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import type { signInInput } from './schemas.ts';

/**
 * Ends a sign-in of the caller with all its tokens, at once.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, NOT_FOUND if the caller has no such
 *   sign-in
 */
export async function endSignIn(ctx: UserContext, { signInId }: z.output<typeof signInInput>) {
  const { em, user, securityEvents } = ctx;
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await requireConfirmation(ctx, tx);
    const isEnded = isUuid(signInId) && (await sessionRepository.end(tx, user.id, signInId));
    if (!isEnded) throw notFound('Sign-in');
    await securityEvents.record(tx, 'sign_in_ended', ctx, { userId: user.id, sessionId: signInId });
  });
  return { message: 'The sign-in was ended' };
}
