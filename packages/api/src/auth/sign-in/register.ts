import { userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { newUser } from '../account/new-user.ts';
import { attemptOf } from '../limits/attempt-of.ts';
import type { registerInput } from './schemas.ts';
import { startSession } from './start-session.ts';

const conflictMessages = {
  email: 'An account with this email already exists',
  username: 'This username is already taken',
};

function conflictError(field: keyof typeof conflictMessages): AppError {
  return new AppError('CONFLICT', conflictMessages[field]);
}

/**
 * Creates an account and signs its owner in, in one transaction.
 * @throws AppError SIGN_UP_CLOSED, CONFLICT, TOO_MANY_REQUESTS, BAD_REQUEST if the password is easy to guess
 */
export async function register(ctx: ProcedureContext, input: z.output<typeof registerInput>) {
  const { email, username, password } = input;
  const attempt = await ctx.limits.attempt(attemptOf(ctx, userRepository.comparisonKey(email)));
  if (ctx.accountPolicy.signUp === 'closed') {
    throw new AppError('SIGN_UP_CLOSED', 'Sign-up is closed here. Ask the operator for an account');
  }
  const owner = { email, username, firstName: input.first_name, lastName: input.last_name };
  await ctx.passwordRules.assertAllowed(password, owner, { name: 'password', label: 'Password' });
  const conflict = await userRepository.findConflict(ctx.em, email, username);
  if (conflict) throw conflictError(conflict);
  const user = newUser(input, await ctx.passwords.hash(password, attempt), ctx.clock());
  const signIn = await ctx.em.transactional(async (tx) =>
    (await userRepository.insert(tx, user))
      ? startSession(ctx, tx, user, { kind: 'signed_up', attempt })
      : null,
  );
  // Another request took the email or the username while the password was being hashed.
  if (!signIn) throw conflictError((await userRepository.findConflict(ctx.em, email, username)) ?? 'email');
  return signIn;
}
