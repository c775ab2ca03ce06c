import { randomUUID } from 'node:crypto';
import { type User, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { requireConfirmation } from '../confirmation/confirmation.ts';
import type { registerInput } from '../sessions/schemas.ts';
import type { deleteAccountInput } from './schemas.ts';

export function newUser(
  { email, username, first_name, last_name }: Omit<z.output<typeof registerInput>, 'password'>,
  passwordHash: string | null,
  createdAt: Date,
): User {
  return {
    id: randomUUID(),
    email,
    emailKey: userRepository.comparisonKey(email),
    username,
    usernameKey: userRepository.comparisonKey(username),
    firstName: first_name,
    lastName: last_name,
    passwordHash,
    passwordChangedAt: null,
    mustChangePasswordUntil: null,
    secondFactorAt: null,
    disabledAt: null,
    createdAt,
  };
}

/**
 * Deletes the account of the caller with all its data, sessions and tokens. Its security events stay, without a user.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, BAD_REQUEST if the confirmation
 *   is not the username
 */
export async function deleteAccount(ctx: UserContext, { confirmation }: z.output<typeof deleteAccountInput>) {
  const { em, user, credential } = ctx;
  const { securityEvents } = ctx.services;
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
