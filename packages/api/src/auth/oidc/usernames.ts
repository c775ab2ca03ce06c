import { randomInt } from 'node:crypto';
import { maxUsernameLength, minUsernameLength, username as usernameSchema } from '../schemas.ts';

/** Room for the digits that make a username unique. */
const maxDigits = 6;

function usable(text: string): string | null {
  // One line, and short enough for the digits.
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const shortened = [...line]
    .slice(0, maxUsernameLength - maxDigits)
    .join('')
    .trim();
  const { data } = usernameSchema.safeParse(shortened.padEnd(minUsernameLength, '0'));
  return data === undefined || shortened === '' ? null : data;
}

/**
 * Usernames for a new account, in the order in which to try them: the preferred one or the part of the email before @,
 * as it is, then with digits.
 */
export function* usernamesFrom(preferred: string | null, email: string): Generator<string> {
  const [localPart = ''] = email.split('@');
  const name = (preferred !== null && usable(preferred)) || usable(localPart) || 'user';
  yield name;
  for (let digit = 2; digit <= 9; digit++) yield `${name}${digit}`;
  for (let attempt = 0; attempt < 10; attempt++)
    yield `${name}${randomInt(10 ** (maxDigits - 1), 10 ** maxDigits)}`;
}
