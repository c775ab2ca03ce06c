import { digestToken } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { attemptOf } from '../limits/attempt-of.ts';
import type { refreshInput, renewal } from './schemas.ts';

/**
 * Exchanges a refresh token for a new access token. The use of a refresh token that was replaced a while ago ends the
 * sign-in: it was stolen, by this client or from it.
 * @throws AppError UNAUTHORIZED, TOO_MANY_REQUESTS
 */
export async function refresh(
  ctx: ProcedureContext,
  { refresh_token, rotate }: z.output<typeof refreshInput>,
): Promise<z.infer<typeof renewal>> {
  await ctx.limits.attempt(attemptOf(ctx, digestToken(refresh_token)));
  const renewed = await ctx.em.transactional(async (tx) => {
    const result = await ctx.sessions.refresh(tx, refresh_token, { rotate, address: ctx.address });
    if (result?.kind === 'reused') {
      const { userId, sessionId } = result;
      await ctx.securityEvents.record(tx, 'refresh_reused', ctx, { userId, sessionId, isNotice: true });
    }
    return result;
  });
  if (renewed?.kind !== 'renewed') {
    throw new AppError('UNAUTHORIZED', 'The sign-in has ended: sign in again');
  }
  const { accessToken, expiresAt, refreshToken } = renewed;
  return {
    access_token: accessToken,
    expires_at: expiresAt.toISOString(),
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
  };
}
