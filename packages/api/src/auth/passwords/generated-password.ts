import { randomBytes } from 'node:crypto';

const hourMs = 60 * 60 * 1000;

/** How long a generated password can be used to choose another. */
const validityMs = 72 * hourMs;

/** A password of 128 random bits, in base64url, for the operator to hand over. */
export function generatePassword(): string {
  return randomBytes(16).toString('base64url');
}

/** Until when a generated password must be changed. */
export function mustChangeUntil(now: Date): Date {
  return new Date(now.getTime() + validityMs);
}
