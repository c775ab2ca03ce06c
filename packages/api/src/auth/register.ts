import { randomUUID } from 'node:crypto';
import { userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { assertUncommonPassword } from './passwords/common-passwords.ts';
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
 * @throws AppError CONFLICT, TOO_MANY_REQUESTS, BAD_REQUEST if the password is too common
 */
export async function register(ctx: ProcedureContext, input: z.output<typeof registerInput>) {
  const { email, username, password } = input;
  const attempt = { address: ctx.address, account: userRepository.comparisonKey(email) };
  await ctx.limits.attempt(attempt);
  assertUncommonPassword(password);
  const conflict = await userRepository.findConflict(ctx.em, email, username);
  if (conflict) throw conflictError(conflict);
  const user = {
    id: randomUUID(),
    email,
    emailKey: attempt.account,
    username,
    usernameKey: userRepository.comparisonKey(username),
    firstName: input.first_name,
    lastName: input.last_name,
    passwordHash: await ctx.passwords.hash(password),
    createdAt: ctx.clock(),
  };
  const signIn = await ctx.em.transactional(async (tx) =>
    (await userRepository.insert(tx, user)) ? startSession(ctx, tx, user, attempt) : null,
  );
  // Another request took the email or the username while the password was being hashed.
  if (!signIn) throw conflictError((await userRepository.findConflict(ctx.em, email, username)) ?? 'email');
  return signIn;
}
