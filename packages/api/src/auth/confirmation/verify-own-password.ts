import { type User, userRepository } from '@stockbook/db';
import type { UserContext } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { attemptOf } from '../limits/attempt-of.ts';
import { isPasswordValid } from '../passwords/generated-password.ts';
import { notSignedIn } from '../sessions/authenticate.ts';

/**
 * Verifies the password of the caller. A wrong or expired one counts as a failed sign-in.
 * @param field of the request
 * @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE if too many password checks are waiting
 */
export async function verifyOwnPassword(ctx: UserContext, password: string, field: string): Promise<User> {
  const { clock, credential, limits, passwords, securityEvents } = ctx;
  const attempt = await limits.attempt(attemptOf(ctx, userRepository.comparisonKey(ctx.user.email)));
  const user = await userRepository.findById(ctx.em, ctx.user.id);
  if (!user) throw notSignedIn();
  const isCorrect = await passwords.verify(user.passwordHash, password, attempt);
  if (isCorrect && isPasswordValid(user, clock())) return user;
  await limits.failed(attempt);
  const facts = { userId: user.id, sessionId: credential.id };
  await securityEvents.record(ctx.em, 'sign_in_failed', ctx, facts);
  throw notYourPassword(field);
}

export function notYourPassword(field: string) {
  return fieldError(field, 'That is not your password');
}
