import { dictionary } from '@zxcvbn-ts/language-common';

/** The list is ordered by how often a password was found in leaks. */
const mostCommon = new Set(dictionary['passwords-common'].slice(0, 10_000));

/** Whether a password is among the 10,000 most common ones, in whatever case. */
export function isCommonPassword(password: string): boolean {
  return mostCommon.has(password.toLowerCase());
}
