import { randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException, User, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { DeedContext } from '../context.ts';
import { AppError, badField } from '../errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword } from './password-hash.ts';
import type { registerInput } from './schemas.ts';
import { startSignIn } from './start-sign-in.ts';

const takenMessages = {
  email: 'An account with this email already exists',
  username: 'This username is already taken',
};

function taken(field: keyof typeof takenMessages): AppError {
  return new AppError('CONFLICT', takenMessages[field]);
}

/** Creates an account and signs its owner in. */
export async function register(ctx: DeedContext, input: z.output<typeof registerInput>) {
  const { email, username, password } = input;
  await ctx.limits.consume({ address: ctx.address });
  if (isCommonPassword(password)) {
    throw badField('password', 'Password is one of the most common ones: choose another');
  }
  const conflict = await userRepository.findTaken(ctx.em, email, username);
  if (conflict) throw taken(conflict);
  const user = {
    id: randomUUID(),
    email,
    emailKey: userRepository.comparisonKey(email),
    username,
    usernameKey: userRepository.comparisonKey(username),
    firstName: input.first_name,
    lastName: input.last_name,
    passwordHash: await hashPassword(password),
    createdAt: ctx.clock(),
  };
  try {
    await ctx.em.insert(User, user);
  } catch (error) {
    // Somebody else took the email or the username while the password was hashed.
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw taken((await userRepository.findTaken(ctx.em.fork(), email, username)) ?? 'email');
  }
  return startSignIn(ctx, user);
}
