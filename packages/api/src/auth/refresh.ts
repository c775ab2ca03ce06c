import { digestToken } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../context.ts';
import { AppError } from '../errors.ts';
import type { refreshInput, renewal } from './schemas.ts';

/**
 * Exchanges a refresh token for a new access token. The refresh token stays valid.
 * @throws AppError UNAUTHORIZED, TOO_MANY_REQUESTS
 */
export async function refresh(
  ctx: ProcedureContext,
  { refresh_token }: z.output<typeof refreshInput>,
): Promise<z.infer<typeof renewal>> {
  await ctx.limits.attempt({ address: ctx.address, account: digestToken(refresh_token) });
  const token = await ctx.sessions.refresh(refresh_token);
  if (!token) throw new AppError('UNAUTHORIZED', 'The sign-in has ended: sign in again');
  return { access_token: token.accessToken, expires_at: token.expiresAt.toISOString() };
}
