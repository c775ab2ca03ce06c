import { randomBytes } from 'node:crypto';

/** 32 bytes from the system's generator: more than anybody guesses, in a form that fits a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
