import { randomBytes } from 'node:crypto';

/** Makes a secret of 256 random bits, as base64url: its characters are valid in an HTTP header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
