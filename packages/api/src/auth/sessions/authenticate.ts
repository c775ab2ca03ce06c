import type { ProcedureContext, UserContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { presentUser } from '../present-user.ts';
import type { Principal } from './sessions.ts';

/** The same error for a missing, unknown, expired or revoked token. */
export function notSignedIn(): AppError {
  return new AppError('UNAUTHORIZED', 'Sign in to continue');
}

/**
 * Finds the user and the credential of the bearer token.
 * @throws AppError UNAUTHORIZED
 */
export async function requirePrincipal({
  bearer,
  sessions,
  onAuthenticated,
}: Pick<ProcedureContext, 'bearer' | 'sessions' | 'onAuthenticated'>): Promise<Principal> {
  const principal = bearer === null ? null : await sessions.validate(bearer);
  if (!principal) throw notSignedIn();
  onAuthenticated(principal.user.id);
  return principal;
}

/**
 * Adds the user of the bearer token to the context.
 * @throws AppError UNAUTHORIZED
 */
export async function authenticate(ctx: ProcedureContext): Promise<UserContext> {
  const { user, credential } = await requirePrincipal(ctx);
  return { ...ctx, user: presentUser(user), credential };
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
