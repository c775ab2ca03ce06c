import type { User } from '@stockbook/db';
import type { z } from 'zod';
import { presentUser } from '../present-user.ts';
import type { signIn } from '../schemas.ts';
import type { SessionTokens } from '../sessions/sessions.ts';

/** The part of a user's row that a sign-in returns. */
export type SignedInUser = Pick<User, 'id' | 'email' | 'username' | 'firstName' | 'lastName'>;

export function presentSignIn(
  user: SignedInUser,
  { accessToken, refreshToken, expiresAt }: SessionTokens,
): z.infer<typeof signIn> {
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_at: expiresAt.toISOString(),
    user: presentUser(user),
  };
}
