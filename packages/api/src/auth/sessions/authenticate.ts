import type { ProcedureContext, UserContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import {
  checkPersonalAccessToken,
  isPersonalAccessToken,
} from '../access-tokens/check-personal-access-token.ts';
import { presentUser } from '../present-user.ts';
import type { Principal } from './sessions.ts';

async function resolvePrincipal(ctx: ProcedureContext): Promise<Principal | null> {
  if (ctx.bearer === null) return null;
  return isPersonalAccessToken(ctx.bearer)
    ? checkPersonalAccessToken(ctx, ctx.bearer)
    : ctx.sessions.validate(ctx.bearer);
}

/** The one answer to a token that is missing, unknown, expired or ended. */
export function notSignedIn(): AppError {
  return new AppError('UNAUTHORIZED', 'Sign in to continue');
}

/** The context of whoever sent the token. */
export async function authenticate(ctx: ProcedureContext): Promise<UserContext> {
  const bearer = await resolvePrincipal(ctx);
  if (!bearer) throw notSignedIn();
  ctx.onAuthenticated(bearer.user.id);
  return { ...ctx, user: presentUser(bearer.user), credential: bearer.credential };
}

/**
 * Refuses a personal access token where somebody has to have signed in themselves: a token that leaked from a
 * script must not be able to make others or to end its owner's sign-ins.
 */
export function requireSignIn({ credential }: UserContext): void {
  if (credential.kind !== 'sign-in') {
    throw new AppError('UNAUTHORIZED', 'A personal access token cannot do this: sign in with your password');
  }
}
