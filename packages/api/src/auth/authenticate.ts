import type { DeedContext, UserContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { presentUser } from './present-user.ts';

/** The context of whoever sent the access token. Says the same of a missing, unknown, expired or ended one. */
export async function authenticate(ctx: DeedContext): Promise<UserContext> {
  const bearer = ctx.bearer === null ? null : await ctx.signIns.check(ctx.bearer);
  if (!bearer) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
  return { ...ctx, user: presentUser(bearer.user), signInId: bearer.signInId, expiresAt: bearer.expiresAt };
}
