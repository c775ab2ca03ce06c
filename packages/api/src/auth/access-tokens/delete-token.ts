import { personalAccessTokenRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { requireSession } from '../sessions/authenticate.ts';
import type { tokenInput } from './schemas.ts';

/**
 * Revokes a personal access token of the caller, at once.
 * @throws AppError NOT_FOUND if the caller has no such token
 */
export async function deleteToken(ctx: UserContext, { tokenId }: z.output<typeof tokenInput>) {
  requireSession(ctx);
  const isRemoved =
    isUuid(tokenId) &&
    (await ctx.em.transactional(async (tx) => {
      if (!(await personalAccessTokenRepository.remove(tx, ctx.user.id, tokenId))) return false;
      const { user, credential } = ctx;
      await ctx.securityEvents.record(tx, 'token_revoked', ctx, {
        userId: user.id,
        sessionId: credential.id,
        tokenId,
      });
      return true;
    }));
  if (!isRemoved) throw notFound('Token');
  return { message: 'The token was revoked' };
}
