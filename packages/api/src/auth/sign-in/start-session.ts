import { type EntityManager, securityEventRepository, type User } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../../context.ts';
import type { Attempt } from '../limits/auth-limits.ts';
import { presentUser } from '../present-user.ts';
import type { signIn } from '../schemas.ts';
import type { SessionTokens } from '../sessions/sessions.ts';

/** The part of a user's row that a sign-in returns. */
type SignedInUser = Pick<User, 'id' | 'email' | 'username' | 'firstName' | 'lastName'>;

/** Creates the session that `login` and `register` return. `tx` must have locked or inserted the user's row. */
export async function startSession(
  ctx: ProcedureContext,
  tx: EntityManager,
  user: SignedInUser,
  { kind, attempt }: { kind: 'signed_up' | 'signed_in'; attempt: Attempt },
): Promise<z.infer<typeof signIn>> {
  const isNew = kind === 'signed_in' && !(await securityEventRepository.hasSignedInFrom(tx, user.id, ctx));
  await ctx.limits.succeeded(tx, attempt);
  const tokens = await ctx.sessions.create(tx, user.id, ctx);
  const { sessionId } = tokens;
  await ctx.securityEvents.record(tx, kind, ctx, { userId: user.id, sessionId, isNotice: isNew });
  return presentSignIn(user, tokens);
}

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
