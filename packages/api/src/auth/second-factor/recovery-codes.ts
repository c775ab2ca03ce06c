import { randomInt } from 'node:crypto';
import { digestToken } from '@stockbook/db';
import { recoveryCodeCount } from './schemas.ts';

/** Base32: without 0, 1, 8 and 9, which look like letters. Five bits a character. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const groups = 6;
const groupLength = 4;

function newCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** The stored form of a recovery code, however it was typed: 120 random bits need no slow hash. */
export function digestRecoveryCode(code: string): string {
  return digestToken(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''));
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, newCode);
}
