import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldError } from '../../errors.ts';

/** `passwords-common` is ordered by frequency in leaks, most frequent first. */
const mostCommon = new Set(dictionary['passwords-common'].slice(0, 10_000));

/** @throws AppError BAD_REQUEST if a password, in any case, is one of the 10,000 most common ones */
export function assertUncommonPassword(password: string): void {
  if (mostCommon.has(password.toLowerCase())) {
    throw fieldError('password', 'Password is one of the most common ones: choose another');
  }
}
