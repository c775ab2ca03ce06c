import { userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../context.ts';
import { AppError } from '../errors.ts';
import type { loginInput } from './schemas.ts';
import { startSession } from './start-session.ts';

/**
 * Signs a user in. An unknown email and a wrong password give the same error, in the same time.
 * @throws AppError UNAUTHORIZED, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE if too many password checks are waiting
 */
export async function login(ctx: ProcedureContext, { email, password }: z.output<typeof loginInput>) {
  const attempt = { address: ctx.address, account: userRepository.comparisonKey(email) };
  await ctx.limits.attempt(attempt);
  const user = await userRepository.findByEmail(ctx.em, email);
  const isCorrect = await ctx.passwords.verify(user?.passwordHash ?? null, password);
  const signIn =
    user &&
    isCorrect &&
    (await ctx.em.transactional(async (tx) => {
      // The password may have been reset while it was being verified.
      if (!(await userRepository.lockIfPasswordUnchanged(tx, user))) return null;
      return startSession(ctx, tx, user, attempt);
    }));
  if (!signIn) {
    await ctx.limits.failed(attempt);
    throw new AppError('UNAUTHORIZED', 'Invalid email or password');
  }
  return signIn;
}
