import { randomUUID } from 'node:crypto';
import { type User, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { registerInput } from '../sign-in/schemas.ts';

/** The row of a new account. */
export function newUser(
  { email, username, first_name, last_name }: Omit<z.output<typeof registerInput>, 'password'>,
  passwordHash: string,
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
