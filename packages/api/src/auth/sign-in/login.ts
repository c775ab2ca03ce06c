import { userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { attemptOf } from '../limits/attempt-of.ts';
import { isPasswordValid } from '../passwords/generated-password.ts';
import { verifySecondFactor } from '../second-factor/verify-second-factor.ts';
import type { loginInput } from './schemas.ts';
import { startSession } from './start-session.ts';

/**
 * Signs a user in. An unknown email, a wrong password, a disabled account and an expired password of the operator give the
 * same error, in the same time.
 * @throws AppError UNAUTHORIZED, SECOND_FACTOR_REQUIRED, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE if too many password
 *   checks are waiting
 */
export async function login(ctx: ProcedureContext, { email, password, code }: z.output<typeof loginInput>) {
  const attempt = await ctx.limits.attempt(attemptOf(ctx, userRepository.comparisonKey(email)));
  const user = await userRepository.findByEmail(ctx.em, email);
  const isCorrect = await ctx.passwords.verify(user?.passwordHash ?? null, password, attempt);
  const isUsable = user !== null && user.disabledAt === null && isPasswordValid(user, ctx.clock());
  if (user && isUsable && isCorrect) {
    const problem = await verifySecondFactor(ctx, user, code);
    if (problem !== null) throw new AppError('SECOND_FACTOR_REQUIRED', problem);
    const signIn = await ctx.em.transactional(async (tx) => {
      // Meanwhile the password may have been changed, two-step sign-in turned on, or the account disabled.
      if (!(await userRepository.lockIfCredentialsUnchanged(tx, user))) return null;
      return startSession(ctx, tx, user, { kind: 'signed_in', attempt });
    });
    if (signIn) return signIn;
  }
  await ctx.limits.failed(attempt);
  await ctx.securityEvents.record(ctx.em, 'sign_in_failed', ctx, {
    userId: user?.id ?? null,
    ...(user ? {} : { details: { email_hash: ctx.notifier.secrets.digest(attempt.account) } }),
  });
  throw new AppError('UNAUTHORIZED', 'Invalid email or password');
}
