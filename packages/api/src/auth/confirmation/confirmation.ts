import { minuteMs } from '@stockbook/common/durations';
import { type EntityManager, sessionRepository, type User, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { attemptOf } from '../limits/auth-limits.ts';
import { confirmByPasskey } from '../passkeys/confirm-by-passkey.ts';
import { isPasswordValid } from '../passwords/generated-password.ts';
import { verifySecondFactor } from '../second-factor/verify-second-factor.ts';
import { notSignedIn, requireSession } from '../sessions/sessions.ts';
import type { confirmation, confirmInput } from './schemas.ts';

/**
 * Confirms the session of the request by a passkey, or by the password, and by a code if two-step sign-in is on.
 * @throws AppError UNAUTHORIZED without a signed-in session, BAD_REQUEST if passkey, password or code are wrong,
 *   CONFLICT where passkeys are not possible, TOO_MANY_REQUESTS
 */
export async function confirm(
  ctx: UserContext,
  { password, code, response }: z.output<typeof confirmInput>,
): Promise<z.infer<typeof confirmation>> {
  const now = ctx.services.clock();
  if (response) await confirmByPasskey(ctx, response, now);
  else await confirmByPassword(ctx, { password: password ?? '', code }, now);
  return { confirmed_until: new Date(now.getTime() + confirmationMs).toISOString() };
}

async function confirmByPassword(
  ctx: UserContext,
  { password, code }: { password: string; code: string | undefined },
  now: Date,
): Promise<void> {
  requireSession(ctx);
  const user = await verifyOwnPassword(ctx, password, 'password');
  const problem = await verifySecondFactor(ctx, user, code);
  if (problem !== null) throw fieldError('code', problem);
  if (!(await sessionRepository.confirm(ctx.em, ctx.credential.id, now, 'password'))) throw notSignedIn();
}

/** For how long a password or passkey confirms what its sign-in does. */
const confirmationMs = 10 * minuteMs;

/**
 * Requires that the session of the request was begun or confirmed shortly before. Locks the session until the
 * transaction ends: a session that was ended meanwhile must not leave a token behind.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED
 */
export async function requireConfirmation(ctx: UserContext, tx: EntityManager): Promise<void> {
  requireSession(ctx);
  const session = await sessionRepository.lock(tx, ctx.credential.id);
  if (!session) throw notSignedIn();
  // The provider may have signed the user in long ago.
  const beganConfirmed = session.begunBy === 'provider' ? null : session.createdAt;
  const confirmedAt = session.confirmedAt ?? beganConfirmed;
  const age = confirmedAt === null ? Infinity : ctx.services.clock().getTime() - confirmedAt.getTime();
  if (age >= confirmationMs) {
    throw new AppError('CONFIRMATION_REQUIRED', 'Enter your password to go on');
  }
}

/**
 * Verifies the password of the caller. A wrong or expired one counts as a failed sign-in.
 * @param field of the request
 * @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE if too many password checks are waiting
 */
export async function verifyOwnPassword(ctx: UserContext, password: string, field: string): Promise<User> {
  const { credential } = ctx;
  const { clock, limits, passwords, securityEvents } = ctx.services;
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
