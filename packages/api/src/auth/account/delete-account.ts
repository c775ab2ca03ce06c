import { userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import type { deleteAccountInput } from './schemas.ts';

/**
 * Deletes the account of the caller with all its data, sessions and tokens. Its security events stay, without a user.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, BAD_REQUEST if the confirmation is not
 *   the username
 */
export async function deleteAccount(ctx: UserContext, { confirmation }: z.output<typeof deleteAccountInput>) {
  const { em, user, credential, securityEvents } = ctx;
  await em.transactional(async (tx) => {
    await userRepository.lockForDeletion(tx, user.id);
    await requireConfirmation(ctx, tx);
    if (userRepository.comparisonKey(confirmation) !== userRepository.comparisonKey(user.username)) {
      throw fieldError('confirmation', 'That is not your username');
    }
    await userRepository.remove(tx, user.id);
    await securityEvents.record(tx, 'account_deleted', ctx, { userId: null, sessionId: credential.id });
  });
  return { message: 'Your account was deleted' };
}
