import { randomUUID } from 'node:crypto';
import { type User, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { Services } from '../../context.ts';
import type { registerInput } from '../schemas.ts';

/**
 * The row of a new account, with the hash of its password.
 * @throws AppError BAD_REQUEST if the password is easy to guess
 */
export async function newUser(
  { passwords, passwordRules, clock }: Pick<Services, 'passwords' | 'passwordRules' | 'clock'>,
  { email, username, password, first_name, last_name }: z.output<typeof registerInput>,
): Promise<User> {
  const owner = { email, username, firstName: first_name, lastName: last_name };
  await passwordRules.assertAllowed(password, owner, { name: 'password', label: 'Password' });
  return {
    ...owner,
    id: randomUUID(),
    emailKey: userRepository.comparisonKey(email),
    usernameKey: userRepository.comparisonKey(username),
    passwordHash: await passwords.hash(password),
    passwordChangedAt: null,
    mustChangePasswordUntil: null,
    secondFactorAt: null,
    disabledAt: null,
    createdAt: clock(),
  };
}
