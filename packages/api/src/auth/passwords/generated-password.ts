import { randomBytes } from 'node:crypto';
import { hourMs } from '@stockbook/common/durations';
import type { User } from '@stockbook/db';

/** How long a generated password can be used to choose another. */
const validityMs = 72 * hourMs;

/** A password of 128 random bits, in base64url, for the operator to hand over. */
export function generatePassword(): string {
  return randomBytes(16).toString('base64url');
}

/** Until when a generated password can be used. */
export function mustChangeUntil(now: Date): Date {
  return new Date(now.getTime() + validityMs);
}

/** Whether the password of an account can be used: a generated one expires. */
export function isPasswordValid(
  { mustChangePasswordUntil }: Pick<User, 'mustChangePasswordUntil'>,
  now: Date,
): boolean {
  return mustChangePasswordUntil === null || mustChangePasswordUntil > now;
}

/** Whether an account has a password that can be used. One of an identity provider has none at first. */
export function hasUsablePassword(
  user: Pick<User, 'passwordHash' | 'mustChangePasswordUntil'> | null,
  now: Date,
): boolean {
  return user !== null && user.passwordHash !== null && isPasswordValid(user, now);
}
