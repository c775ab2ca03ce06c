import { type User, userRepository } from '@stockbook/db';
import { fieldError } from '../../errors.ts';
import { isBreached } from './breached-passwords.ts';

let commonPasswords: ReadonlySet<string> | undefined;

/** 49,000 passwords from leaks, 18,000 of which are long enough. Loaded by the first password that is set. */
async function isCommon(key: string): Promise<boolean> {
  if (commonPasswords === undefined) {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    commonPasswords = new Set(dictionary['passwords-common']);
  }
  return commonPasswords.has(key);
}

/** Digits and signs around a name that leave the password easy to guess. */
const maxPadding = 4;

export type PasswordOwner = Pick<User, 'email' | 'username' | 'firstName' | 'lastName'>;

/** Rules for a password to be set, besides those of its length. */
export interface PasswordRules {
  /**
   * @param field of the request, and the label of its error messages
   * @throws AppError BAD_REQUEST if the password is common, a name, or in the file of breached passwords
   */
  assertAllowed(
    password: string,
    owner: PasswordOwner,
    field: { name: string; label: string },
  ): Promise<void>;
}

export interface PasswordRuleOptions {
  /** The host of `PUBLIC_URL`; null if not set. */
  readonly publicHost: string | null;
  /** `BREACHED_PASSWORDS_FILE`; null if not set. */
  readonly breachedPasswordsFile: string | null;
}

/** Whether `password` is `name`, alone or between a few digits and signs. */
function isPadded(password: string, name: string): boolean {
  const start = password.indexOf(name);
  if (name === '' || start < 0) return false;
  const paddings = [password.slice(0, start), password.slice(start + name.length)];
  return paddings.every((padding) => padding.length <= maxPadding && !/\p{L}/u.test(padding));
}

export function createPasswordRules({
  publicHost,
  breachedPasswordsFile,
}: PasswordRuleOptions): PasswordRules {
  return {
    async assertAllowed(password, { email, username, firstName, lastName }, { name, label }) {
      const key = userRepository.comparisonKey(password);
      if (await isCommon(key)) {
        throw fieldError(name, `${label} is one of the most common ones: choose another`);
      }
      const [localPart] = email.split('@');
      const names = [email, localPart, username, firstName, lastName, 'stockbook', publicHost];
      if (names.some((own) => own && isPadded(key, userRepository.comparisonKey(own)))) {
        throw fieldError(name, `${label} is too easy to guess: it contains your name`);
      }
      if (breachedPasswordsFile !== null && (await isBreached(breachedPasswordsFile, password))) {
        throw fieldError(name, 'This password was found in a data breach: choose another');
      }
    },
  };
}
