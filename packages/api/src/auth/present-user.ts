import type { User as UserRow } from '@stockbook/db';
import type { User } from './schemas.ts';

/** Maps a user to its API shape. */
export function presentUser({
  id,
  email,
  username,
  firstName,
  lastName,
}: Pick<UserRow, 'id' | 'email' | 'username' | 'firstName' | 'lastName'>): User {
  return {
    id,
    email,
    username,
    first_name: firstName,
    last_name: lastName,
    full_name: `${firstName ?? ''} ${lastName ?? ''}`.trim() || username,
  };
}
