import type { ProcedureContext, UserContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { presentUser } from '../present-user.ts';

/** The same error for a missing, unknown, expired or revoked token. */
export function notSignedIn(): AppError {
  return new AppError('UNAUTHORIZED', 'Sign in to continue');
}

/**
 * Adds the user of the bearer token to the context.
 * @throws AppError UNAUTHORIZED
 */
export async function authenticate(ctx: ProcedureContext): Promise<UserContext> {
  const principal = ctx.bearer === null ? null : await ctx.sessions.validate(ctx.bearer);
  if (!principal) throw notSignedIn();
  ctx.onAuthenticated(principal.user.id);
  return { ...ctx, user: presentUser(principal.user), credential: principal.credential };
}

/**
 * Rejects a token of scope `read`.
 * @throws AppError INSUFFICIENT_SCOPE
 */
export function requireWriteScope({ credential }: UserContext): void {
  if (credential.scope === 'read') throw new AppError('INSUFFICIENT_SCOPE', 'This token may only read');
}

/**
 * Rejects personal access tokens: one that leaked from a script must not create further tokens or end its owner's
 * sessions.
 * @throws AppError UNAUTHORIZED
 */
export function requireSession({ credential }: UserContext): void {
  if (credential.kind !== 'session') {
    throw new AppError('UNAUTHORIZED', 'A personal access token cannot do this: sign in with your password');
  }
}
