import type { UserAttributes } from '@stockbook/db';
import type { z } from 'zod';
import type { DeedContext } from '../context.ts';
import { presentUser } from './present-user.ts';
import type { signIn } from './schemas.ts';

/** Signs a user in whose password was just proven or chosen. */
export async function startSignIn(
  { signIns }: DeedContext,
  user: UserAttributes & { id: string },
): Promise<z.infer<typeof signIn>> {
  const { accessToken, refreshToken, expiresAt } = await signIns.start(user.id);
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_at: expiresAt.toISOString(),
    user: presentUser(user),
  };
}
