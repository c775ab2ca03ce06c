import type { EntityManager, UserAttributes } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../context.ts';
import type { Attempt } from './limits/auth-limits.ts';
import { presentUser } from './present-user.ts';
import type { signIn } from './schemas.ts';

/** Creates the session that `login` and `register` return. `tx` must have locked or inserted the user's row. */
export async function startSession(
  { sessions, limits }: ProcedureContext,
  tx: EntityManager,
  user: UserAttributes & { id: string },
  attempt: Attempt,
): Promise<z.infer<typeof signIn>> {
  await limits.succeeded(tx, attempt);
  const { accessToken, refreshToken, expiresAt } = await sessions.create(tx, user.id);
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_at: expiresAt.toISOString(),
    user: presentUser(user),
  };
}
