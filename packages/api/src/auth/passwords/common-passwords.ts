import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldError } from '../../errors.ts';

/** The list is ordered by how often a password was found in leaks. */
const mostCommon = new Set(dictionary['passwords-common'].slice(0, 10_000));

/** @throws AppError where a password is among the 10,000 most common ones, in whatever case */
export function refuseCommonPassword(password: string): void {
  if (mostCommon.has(password.toLowerCase())) {
    throw fieldError('password', 'Password is one of the most common ones: choose another');
  }
}
